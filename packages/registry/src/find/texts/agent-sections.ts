/** A Markdown prompt as sections of plain lines, without code, tables, rules and lone tags, which make agents alike. */
export function agentSections(body: string) {
  const sections: { heading: string; items: string[] }[] = [{ heading: '', items: [] }]
  let inCode = false
  for (const raw of body.split(/\r?\n/)) {
    const line = raw.trim()
    if (line.startsWith('```') || line.startsWith('~~~')) {
      inCode = !inCode
      continue
    }
    if (inCode || isForm(line)) continue
    const heading = headingOf(line)
    if (heading !== undefined) {
      sections.push({ heading, items: [] })
      continue
    }
    const item = plain(line.replace(/^(?:[-*+•]|\d+[.)])\s+(?:\[[ x]\]\s*)?/, ''))
    if (item !== '') sections.at(-1)?.items.push(item)
  }
  return sections.filter((section) => section.items.length > 0)
}

function isForm(line: string): boolean {
  return line === '' || line.startsWith('|') || /^[-=*_]{3,}$/.test(line) || /^<[^>]+>$/.test(line)
}

function headingOf(line: string): string | undefined {
  const match = /^#{1,6}\s+(.*)$/.exec(line) ?? /^\*{0,2}([A-Z][^.*:|]{1,60})\*{0,2}:\*{0,2}$/.exec(line)
  return match?.[1] === undefined ? undefined : plain(match[1])
}

function plain(text: string): string {
  return text
    .replace(/\*\*|__|`/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
