/** What a sentence says, clause by clause, to be compared only: who says it is left out, “it” gets its subject. */
export function splitClauses(sentence: string, before?: string): readonly string[] {
  const stated = sentence.replace(whoFirst, '').replace(whoLast, '')
  const context = before === undefined ? undefined : subjectOf(before)
  const pieces = stated.split(border).flatMap((piece, place) => {
    const text = piece.replace(conjunction, '')
    return place > 0 && !independent.test(piece) && stated[stated.indexOf(piece) - 2] === ',' ? [] : [text]
  })
  const [first = '', ...rest] = pieces.map((piece) => uptoAside(piece))
  const opening = withSubject(first, context)
  const subject = subjectOf(opening) ?? context
  const clauses = [opening, ...rest.map((piece) => withSubject(piece, subject))]
  return clauses.length === 1 && opening === sentence ? [] : clauses
}

const says =
  '(?:said|says?|finds?|found|reported|reports?|show(?:s|ed)?|estimated?|estimates|told|wrote|writes?|claim(?:s|ed)?|argue[sd]?|fear(?:s|ed)?|announced|explain(?:s|ed)|sagte?|sagt|meldete?|berichtete?|mitteilte?|schätzt|zeigt)'
const whoLast = new RegExp(`,\\s+(?:(?:as|so|wie)\\s+)?[^,;:]{1,60}\\b${says}(?:\\s+\\p{L}+){0,3}[.!]?$`, 'iu')
const whoFirst = /^(?:according to|as reported by|laut|nach angaben)\s[^,;:]{1,60},\s+/iu

// What restricts a statement is not cut off from it: if, unless, except.
const border =
  /\s*;\s+|:\s+|\s+[—–]\s+|,\s+(?=(?:and|but|yet|while|whereas|although|though|which|so|because|und|aber|während|obwohl|weil)\b)/iu
const conjunction = /^(?:and|but|yet|while|whereas|although|though|und|aber|während|obwohl)\s+/iu
const independent = /^(?:and|but|yet|while|whereas|although|though|und|aber|während|obwohl)\b/iu

/** `…, more than ever` adds to what was said; what stands before the comma says it alone if it is long enough. */
function uptoAside(piece: string): string {
  const comma = piece.lastIndexOf(', ')
  if (comma < 0 || /^, (?:if|unless|except|when|only|wenn|außer|nur)\b/iu.test(piece.slice(comma))) return piece
  const main = piece.slice(0, comma)
  return (main.match(/\p{L}{3,}/gu)?.length ?? 0) >= 5 && main.length > piece.length / 2 ? main : piece
}

const pronoun = /^(?:it|they|he|she|es|er|sie)\s+(?=\p{Ll})/iu
const demonstrative = /^(?:this|that|these|those|the said|dies(?:e[rs]?)?)\s+\p{Ll}+\s+/iu
const pronounInside =
  /^((?:[^,]{3,40},|(?:with|without|in|on|at|by|since|after|before)\s[^,]{2,40}?)\s*)(?:it|they)\s/iu

function withSubject(piece: string, subject: string | undefined): string {
  if (subject === undefined || expletive.test(piece)) return piece
  const name = `${subject} `
  return piece
    .replace(pronoun, () => name)
    .replace(demonstrative, (words) => `${name}${words.replace(/^\S+\s+/u, '')}`)
    .replace(pronounInside, (_, lead: string) => `${lead}${name}`)
}

/** “It is likely that”, “it was late” speak of nobody. */
const expletive =
  /^(?:it|es)\s+(?:is|was|seems|ist|war)\s+(?:\p{L}+\s+)?(?:that|to|dass|zu|late|early|likely|clear)\b/iu

const verb =
  /\s(?:is|are|was|were|be|has|have|had|does|do|did|will|would|can|could|may|might|must|should|ist|sind|war|waren|hat|haben|hatte|wird|wurden?|kann|soll)\s/iu
const verbForm =
  /\s(?!\p{L}*(?:ness|ess|eed|hundred|ous|us|is|ss)\s)\p{Ll}{2,}(?:ed|es|s)\s(?=(?:a|an|the|about|some|its|\p{N}|by|with|from|in|on|at|to)\b)/iu

/** What stands before the first verb, if that can be told. */
function subjectOf(sentence: string): string | undefined {
  const ends = [verb, verbForm].flatMap((pattern) => pattern.exec(sentence)?.index ?? [])
  const subject = sentence.slice(0, Math.min(...ends, 1000)).trim()
  const length = subject.split(/\s+/u).length
  if (ends.length === 0 || length > 9 || /[,;:]/u.test(subject) || pronounAlone.test(subject)) return undefined
  return subject
}

const pronounAlone = /^(?:it|they|he|she|we|i|you|this|that|these|those|there|here|es|er|sie|wir|ich|das|dies)$/iu
