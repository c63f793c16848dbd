/** A text from outside in one line that forges neither a heading nor a link. */
export function plainLine(text: string): string {
  const kept: string[] = []
  // What is taken out can bring two brackets together, so each is compared with what is left before it.
  for (const character of text)
    if ((character === '[' || character === ']') && kept.at(-1) === character) kept.pop()
    else kept.push(character)
  return kept.join('').replaceAll(/\s+/g, ' ').trim()
}
