import { type LogEntries, logLists } from './log-entries.ts'
import { type LogSection, findSections, isLogList } from './log-sections.ts'
import { renderEntry } from './render-entry.ts'

/** The text of a part of the log with entries at the end of its lists; every other byte stays as it is. */
export function insertEntries(text: string, entries: Partial<LogEntries>): string | undefined {
  const sections = findSections(text)
  const edits: Edit[] = []
  let appended = ''
  for (const list of logLists) {
    const added: readonly object[] = entries[list] ?? []
    if (added.length === 0) continue
    const section = sections.findLast(({ key }) => key === list)
    if (section === undefined) {
      appended += `${list}:\n${renderAll(added, 2)}`
      continue
    }
    const edit = editOf(text, { section, added })
    if (edit === undefined) return undefined
    edits.push(edit)
  }
  return applyEdits(text, edits) + appended
}

/** The text of a new part: what stands beside the lists of the one before, and empty lists. */
export function newPart(before: string | undefined): string {
  if (before === undefined) return `${firstComment}version: "1.0.0"\nlast_sync: null\n\nexecutions: []\n`
  const sections = findSections(before)
  const [first] = sections
  let text = before.slice(0, first?.start ?? 0)
  for (const [index, section] of sections.entries())
    if (!isLogList(section.key)) text += before.slice(section.start, sections[index + 1]?.start ?? before.length)
  return `${endLine(text).trimEnd()}\n\nexecutions: []\n`
}

const firstComment = '# Execution log of this space. Older parts lie beside it as execution_log.NNNNNN.yaml.\n'

type Edit = { readonly start: number; readonly end: number; readonly text: string }

function editOf(text: string, { section, added }: { section: LogSection; added: readonly object[] }): Edit | undefined {
  const keyLine = text.slice(section.start, section.bodyStart)
  const value =
    /^[^:]*:([^\n]*)/
      .exec(keyLine)?.[1]
      ?.replace(/(?:^|\s)#.*$/, '')
      .trim() ?? ''
  const body = text.slice(section.bodyStart, section.end)
  if (value === '') {
    const indent = /^( *)-(?: |$)/m.exec(body)?.[1]?.length ?? (body.trim() === '' ? 2 : undefined)
    if (indent === undefined) return undefined
    const at = section.end
    const lineEnd = text[at - 1] === '\n' ? '' : '\n'
    return { start: at, end: at, text: lineEnd + renderAll(added, indent) }
  }
  if (!/^(?:\[ *\]|null|~)$/.test(value) || body.trim() !== '') return undefined
  const emptied = keyLine.replace(/^([^:]*:)\s*(?:\[ *\]|null|~)/, '$1').trimEnd()
  return { start: section.start, end: section.bodyStart, text: `${emptied}\n${renderAll(added, 2)}` }
}

function renderAll(added: readonly object[], indent: number): string {
  return added.map((entry) => renderEntry(entry, indent)).join('')
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let done = ''
  let from = 0
  for (const { start, end, text: inserted } of edits.toSorted((a, b) => a.start - b.start)) {
    done += text.slice(from, start) + inserted
    from = end
  }
  return endLine(done + text.slice(from))
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
