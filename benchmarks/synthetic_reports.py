"""Seeded clinical prose in Portuguese with planted names, for benchmarks of the masker. No real text, no real patient."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.errors import GoldTargetError
from clinicalbr.linking import DISEASES, KnowledgeBase
from clinicalbr.masking import GoldTarget
from clinicalbr.text import fold_text

SIZE, PATTERNS, PLANTED = 4600, 12, 4
SHORTEST_NAME, SHORTEST_ACRONYM = 6, 3

WORDS = {
    "quem": "homem|lavrador|pedreiro|motorista|estudante|pescador|vendedor|cozinheiro|aposentado|professor|eletricista|pecuarista",
    "cor": "pardo|branco|preto|indígena|solteiro|casado",
    "lugar": "do interior de Minas Gerais|da zona rural da Bahia|da periferia de Belém|do litoral do Paraná|da capital paulista|do sertão do Piauí|da região serrana|do vale do Jequitinhonha",
    "queixa": "dor abdominal|tosse seca|perda de peso|fraqueza nas pernas|edema de membros inferiores|tontura|náuseas e vômitos|dor torácica em aperto|falta de ar aos esforços|manchas na pele|formigamento nas mãos|visão turva|dor lombar|sudorese noturna|inapetência|rouquidão",
    "tempo": "dois dias|cinco dias|uma semana|dez dias|três semanas|dois meses|cerca de seis meses|um ano",
    "curso": "progressiva|intermitente|de início súbito|de caráter contínuo|pior à noite|que aliviava com o repouso|sem fator desencadeante",
    "setor": "o pronto-socorro|o ambulatório de clínica médica|a unidade básica de saúde|a emergência|a UTI|o hospital universitário|o serviço de referência",
    "estado": "bom estado geral|regular estado geral|mau estado geral",
    "achado": "murmúrio vesicular reduzido em base direita|abdome doloroso à palpação profunda|fígado palpável a dois centímetros do rebordo|sopro sistólico discreto|linfonodos palpáveis em cadeia cervical|reflexos vivos e simétricos|força muscular preservada|mucosas hipocoradas|pele sem lesões|crepitações finas bilaterais|pulsos cheios e simétricos|orofaringe sem alterações",
    "orgao": "tórax|abdome|crânio|pelve|coluna lombar|pescoço|seios da face",
    "imagem": "opacidades em vidro fosco nos lobos inferiores|espessamento parietal discreto|imagem nodular de contornos regulares|pequena quantidade de líquido livre|realce anelar após contraste|aumento difuso do volume do órgão|ausência de alterações agudas|calcificações esparsas",
    "exame": "hemoglobina|creatinina|ureia|sódio|potássio|leucócitos|plaquetas|TGO|TGP|bilirrubina total|albumina|ferritina|desidrogenase lática|fosfatase alcalina|glicemia de jejum|TSH",
    "unidade": "g/dL|mg/dL|mEq/L|U/L|ng/mL|mil/mm³",
    "remedio": "dipirona|omeprazol|losartana|sinvastatina|paracetamol|enalapril|hidroclorotiazida|prednisona|amoxicilina|ceftriaxona|furosemida|metoclopramida",
    "via": "por via oral|por via intravenosa|por via subcutânea",
    "conduta": "observação clínica|nova coleta de exames|avaliação da cirurgia geral|acompanhamento ambulatorial|punção guiada por ultrassonografia|fisioterapia respiratória|dieta com restrição de sal|suspensão dos medicamentos em uso",
    "habito": "tabagista de longa data|sem vícios|etilista social|ex-tabagista há dez anos|criador de galinhas|portador de marca-passo",
    "parente": "mãe|pai|irmã|irmão|avó materna|tio paterno",
    "oficio": "solda elétrica|transporte de carga|produtos de limpeza|cana-de-açúcar|couro|tintas e solventes|criação de porcos|pó de sílica",
    "ordem": "primeiro|segundo|terceiro|quinto|sétimo|décimo",
}
SENTENCES = (
    "{quem} de {n:18-88} anos, {cor}, procedente {lugar}, procurou {setor} por {queixa} há {tempo}.",
    "Referia {queixa} {curso}, associada a {queixa}, com piora há {tempo}.",
    "Negava {queixa} e {queixa}, mas relatava {queixa} desde o início do quadro.",
    "Nos antecedentes, era {habito} e fazia uso irregular de {remedio} e {remedio}.",
    "Ao exame, apresentava-se em {estado}, com PA {n:90-180}/{n:50-110} mmHg, FC {n:58-132} bpm e SatO2 de {n:84-99}% em ar ambiente.",
    "À ausculta e à palpação, notavam-se {achado} e {achado}; temperatura axilar de {n:35-39},{n:0-9} °C.",
    "O restante do exame físico mostrava {achado}, sem outros sinais dignos de nota.",
    "Exames laboratoriais: {exame} {n:1-18},{n:0-9} {unidade}; {exame} {n:2-400} {unidade}; {exame} {n:1-90},{n:0-9} {unidade}.",
    "A {exame} subiu de {n:1-20} para {n:21-90} {unidade} em {tempo}, enquanto a {exame} permaneceu estável.",
    "A TC de {orgao} revelou {imagem} e {imagem}.",
    "A RM de {orgao}, realizada no {ordem} dia, mostrou {imagem}.",
    "A ultrassonografia de {orgao} evidenciou {imagem}, medindo {n:8-64} x {n:8-48} mm.",
    "Foi iniciada {remedio} {n:10-900} mg {via} a cada {n:4-24} horas, com resposta parcial.",
    "Optou-se por {conduta} e {conduta}, conforme decisão da equipe.",
    "No {ordem} dia de internação, evoluiu com {queixa}, e a equipe indicou {conduta}.",
    "A {parente} relatou que a {queixa} já havia ocorrido há {tempo}, sem investigação.",
    "Culturas de sangue e urina foram colhidas antes da {remedio}, e os resultados parciais não mostraram crescimento.",
    "Recebeu {remedio} e {remedio} durante {tempo}, sem melhora da {queixa}.",
    "O eletrocardiograma mostrou ritmo sinusal, com frequência de {n:58-120} bpm e intervalo PR de {n:120-210} ms.",
    "A endoscopia, feita sem sedação, descreveu {imagem}; as biópsias foram enviadas para análise.",
    "Transferido para {setor}, ali permaneceu por {tempo}, com controle diário de {exame} e {exame}.",
    "Na alta, mantinha {achado} e recebeu orientação de {conduta}.",
    "Retornou após {tempo} com {exame} de {n:1-20},{n:0-9} {unidade} e sem {queixa}.",
    "Morava em casa de alvenaria, com água encanada, e trabalhava com {oficio} havia {tempo}.",
)
MENTIONS = (
    "Na discussão do caso, {x} foi lembrada pela equipe.",
    "O quadro foi considerado compatível com {x}, e a conduta foi revista.",
    "A revisão das lâminas confirmou {x}.",
    "Foi firmado o diagnóstico de {x}; o tratamento começou no mesmo dia.",
    "Havia na família um caso de {x}, segundo a {parente}.",
    "O médico assistente anotou {x} na carta de encaminhamento.",
    "Entre as hipóteses, estava {x} como a primeira.",
    "Voltou por {x} em duas ocasiões e procurou {setor}.",
)


@dataclass(frozen=True, slots=True)
class Report:
    """A text, the strings that must not stay in it, and where they were planted."""

    text: str
    names: tuple[str, ...]
    acronyms: tuple[str, ...]
    planted: tuple[tuple[int, int], ...]

    @property
    def strings(self) -> tuple[str, ...]:
        return (*self.names, *self.acronyms)


def accentless(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


VARIANTS = (str.upper, lambda name: name[:1].upper() + name[1:], accentless, str)


def filled(template: str, draw: random.Random) -> str:
    """A template with a word or figure in place of every field."""
    parts = template.replace("}", "{").split("{")
    for at in range(1, len(parts), 2):
        if parts[at].startswith("n:"):
            low, high = parts[at][2:].split("-")
            parts[at] = str(draw.randint(int(low), int(high)))
        elif parts[at] != "x":
            parts[at] = draw.choice(WORDS[parts[at]].split("|"))
        else:
            parts[at] = "{x}"
    sentence = "".join(parts)
    return sentence[0].upper() + sentence[1:] if sentence[0] != "{" else sentence


def prose(draw: random.Random, size: int) -> list[str]:
    """Sentences of together at least ``size`` bytes."""
    sentences: list[str] = []
    written = 0
    while written < size:
        template = len(sentences) % len(SENTENCES)
        if not template:
            order = draw.sample(SENTENCES, len(SENTENCES))
        sentences.append(filled(order[template], draw))
        written += len(sentences[-1].encode()) + 1
    return sentences


VOCABULARY = (
    " " + " ".join(fold_text(part) for part in (*SENTENCES, *MENTIONS, *WORDS.values())).replace("|", " ") + " "
)
CAPITALS = frozenset(word.strip(".,;:") for text in (*SENTENCES, *WORDS.values()) for word in text.replace("|", " ").split() if word.isupper())  # fmt: skip


def usable_name(name: str) -> bool:
    """Whether a name can be planted and told from the prose."""
    folded = fold_text(name)
    plain = len(name) >= SHORTEST_NAME and any(char.islower() for char in name) and not set(name) & set("()[]{},;/")
    return plain and f" {folded} " not in VOCABULARY


def usable_acronym(acronym: str) -> bool:
    return len(acronym) >= SHORTEST_ACRONYM and acronym.isupper() and acronym.isalpha() and acronym not in CAPITALS


def name_groups(kb: KnowledgeBase) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Names and acronyms of each disease, those that can be planted."""
    groups = []
    for concept in sorted(kb.restrict(DISEASES), key=lambda concept: concept.cui):
        names = tuple(dict.fromkeys(name for each in concept.names.values() for name in each if usable_name(name)))
        short = tuple(
            dict.fromkeys(name for each in concept.abbreviations.values() for name in each if usable_acronym(name))
        )
        try:
            GoldTarget(names, short)
        except GoldTargetError:
            continue
        if names:
            groups.append((names, short))
    return groups


def patterns(groups: Sequence[tuple[tuple[str, ...], tuple[str, ...]]], draw: random.Random, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:  # fmt: skip
    """Names and acronyms of diseases drawn at random, ``count`` in all."""
    names: dict[str, None] = {}
    short: dict[str, None] = {}
    while len(names) + len(short) < count:
        own, abbreviations = draw.choice(groups)
        for table, values in ((short, abbreviations[:2]), (names, own)):
            for value in values:
                if len(names) + len(short) < count:
                    table[value] = None
    return tuple(names), tuple(short)


def mentions(names: Sequence[str], short: Sequence[str], draw: random.Random) -> Iterator[str]:
    """Planted forms: capitals, capitalised, without accents, and an acronym or the name as it is."""
    accented = [name for name in names if accentless(name) != name]
    for number, variant in enumerate(VARIANTS[:PLANTED]):
        if number == len(VARIANTS) - 1 and short:
            yield draw.choice(short)
        else:
            yield variant(draw.choice(accented if variant is accentless and accented else names))


def reports(count: int, kb: KnowledgeBase, *, seed: int = 1, size: int = SIZE, strings: int = PATTERNS) -> list[Report]:
    """Reports of ``size`` bytes with four planted mentions each."""
    draw = random.Random(seed)
    groups = name_groups(kb)
    return [written(*patterns(groups, draw, strings), draw, size) for _ in range(count)]


def written(names: tuple[str, ...], short: tuple[str, ...], draw: random.Random, size: int) -> Report:
    forms = list(mentions(names, short, draw))
    holders = [filled(template, draw) for template in draw.sample(MENTIONS, len(forms))]
    planted = [holder.replace("{x}", form) for holder, form in zip(holders, forms, strict=True)]
    lines = prose(draw, size - sum(len(line.encode()) + 1 for line in planted))
    places = sorted(draw.sample(range(len(lines)), len(forms)))
    marks: list[tuple[int, int]] = []
    text = ""
    for at, line in enumerate(lines):
        for number in (number for number, place in enumerate(places) if place == at):
            start = len(text) + holders[number].index("{x}")
            marks.append((start, start + len(forms[number])))
            text += planted[number] + " "
        text += line + ("\n" if at % 6 == 5 else " ")
    return Report(text.rstrip(), names, short, tuple(marks))


def distinct(made: Iterable[Report]) -> int:
    return len({string for report in made for string in report.strings})
