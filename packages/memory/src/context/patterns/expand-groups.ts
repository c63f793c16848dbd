/** The patterns without `{a,b}` and `{1..9}` that a pattern with such groups stands for; undefined above `most`. */
export function expandGroups(pattern: string, most: number): readonly string[] | undefined {
  const group = firstGroup(pattern, most)
  if (group === undefined) return [pattern]
  const ends = expandGroups(group.after, most)
  const found: string[] = []
  for (const choice of group.choices) {
    const middles = expandGroups(choice, most)
    if (middles === undefined || ends === undefined || found.length + middles.length * ends.length > most)
      return undefined
    for (const middle of middles) for (const end of ends) found.push(`${group.before}${middle}${end}`)
  }
  return found
}

function firstGroup(pattern: string, most: number) {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    const ends = endsOfChoices(pattern, start)
    if (ends === undefined) continue
    const choices = ends.map((end, index) => pattern.slice((ends[index - 1] ?? start) + 1, end))
    const ofRange = choices.length === 1 ? rangeOf(choices[0] ?? '', most) : choices
    if (ofRange === undefined) continue
    return { before: pattern.slice(0, start), choices: ofRange, after: pattern.slice((ends.at(-1) ?? start) + 1) }
  }
  return undefined
}

/** Where the commas of a group and its brace are; undefined if it has no end. */
function endsOfChoices(pattern: string, start: number): readonly number[] | undefined {
  const commas: number[] = []
  let depth = 0
  for (let at = start; at < pattern.length; at += 1) {
    const sign = pattern[at]
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (sign === ',' && depth === 1) commas.push(at)
    if (depth === 0) return [...commas, at]
  }
  return undefined
}

/** One more than the most at the most, by which it is seen that there are too many. */
function rangeOf(text: string, most: number): readonly string[] | undefined {
  const [, first, last] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text) ?? /^([a-z])\.\.([a-z])$/i.exec(text) ?? []
  if (first === undefined || last === undefined) return undefined
  const isOfNumbers = /\d/.test(first)
  const [from, to] = [first, last].map((end) => (isOfNumbers ? Number(end) : end.charCodeAt(0)))
  if (from === undefined || to === undefined) return undefined
  const width = [first, last].some((end) => /^0\d/.test(end)) ? Math.max(first.length, last.length) : 0
  return Array.from({ length: Math.min(Math.abs(to - from), most) + 1 }, (_, index) => {
    const value = from + Math.sign(to - from) * index
    return isOfNumbers ? String(value).padStart(width, '0') : String.fromCharCode(value)
  })
}
