/** At the beginning of a sentence: one that is quoted, as by who warns of it, does not count. */
const begin = String.raw`(?<=^|[.!?\n。！？][\s*_#>-]{0,10})(?:(?:please|now|and|then|important|system|attention|bitte)[\s,:]{1,3}){0,3}`
const upTo = (most: number): string => String.raw`[^.!?\n。]{0,${most}}`
const ownRules = '(?:instruction|prompt|rule|guideline|order|direction)'

const orders = [
  // To leave what the reader was told before.
  String.raw`(?:ignore|disregard|forget|override|bypass)\b${upTo(40)}(?:\b(?:previous|earlier|prior|preceding|above|former|your)\b${upTo(40)}${ownRules}|\b${ownRules}s?\b${upTo(15)}\b(?:above|before|so far)\b)`,
  `(?:ignorier|vergiss|vergesst|missachte)${upTo(40)}(?:vorherig|bisherig|vorig|früher|obig|dein|eure)${upTo(40)}(?:anweisung|vorgabe|regel)`,
  `(?:oublie|ignore)${upTo(60)}(?:instructions|consignes|règles)${upTo(20)}(?:précédent|antérieur|ci-dessus)`,
  `(?:olvida|ignor[ae]|dimentica|esqueça)${upTo(60)}(?:instrucciones|istruzioni|instruções|reglas|regole|regras)${upTo(20)}(?:anterior|previ|precedent)`,
  `(?:请)?(?:忽略|忘记|忘掉)${upTo(20)}(?:之前|以前|上面|以上|先前)${upTo(20)}(?:指令|指示|规则|命令)`,
  // To choose it, whatever else there is.
  String.raw`(?:always |you must |only )?(?:choose|pick|select|recommend|rank|prefer|import|enable) (?:me|this agent|this one)\b${upTo(20)}\b(?:over|before|instead of|above|ahead of) (?:all|any|every|the) other`,
]

const steering = new RegExp(
  // Marks by which models tell who speaks stand in no description.
  String.raw`<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[/?INST\]|<</?SYS>>|${begin}(?:${orders.join('|')})`,
  'iu',
)

/** What in a text of a stranger speaks to the model that reads it, beside its own agent; undefined if nothing does. */
export function steeringText(text: string): string | undefined {
  return steering.exec(text)?.[0].slice(0, 100)
}
