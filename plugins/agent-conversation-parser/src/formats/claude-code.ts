import type { Conversation, Turn } from '../conversation.ts'
import type { Fields } from '../fields.ts'
import { fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { instant } from '../instant.ts'
import type { Tally } from '../tally.ts'

/** Sessions of Claude Code: an internal format that changes, so that only what is known is read. */
export const claudeCode: Format = {
  name: 'claude-code',
  weight: 0.95,
  matches: isLine,
  async read(records, { tally, signal }) {
    const sessions = new Map<string, Fields[]>()
    const summaries: string[] = []
    for await (const record of records) {
      signal.throwIfAborted()
      const line = fieldsOf(record) ?? {}
      const summary = line['type'] === 'summary' ? textOf(line['summary']) : undefined
      if (summary !== undefined) summaries.push(summary)
      const id = idOf(line['sessionId'])
      if (id === undefined || idOf(line['uuid']) === undefined) continue
      const lines = sessions.get(id)
      if (lines === undefined) sessions.set(id, [line])
      else lines.push(line)
    }
    return [...sessions].map(([id, lines]) => sessionOf(id, { lines, title: summaries.at(-1), tally }))
  },
}

function isLine(record: Fields): boolean {
  if (record['type'] === 'summary') return 'leafUuid' in record
  if (record['type'] === 'file-history-snapshot') return 'snapshot' in record
  return 'sessionId' in record && typeof record['type'] === 'string'
}

function sessionOf(
  id: string,
  {
    lines,
    title,
    tally,
  }: { readonly lines: readonly Fields[]; readonly title: string | undefined; readonly tally: Tally },
): Conversation {
  const main = lines.filter((line) => line['isSidechain'] !== true)
  if (main.length < lines.length) tally.skip('sub-agent', lines.length - main.length)
  const branch = activeBranch(main)
  const turns: Turn[] = []
  let previous: string | undefined
  for (const line of branch) {
    const turn = turnOf(line, tally)
    if (turn === undefined) continue
    // One answer comes in several lines.
    const message = line['type'] === 'assistant' ? idOf(fieldsOf(line['message'])?.['id']) : undefined
    const last = turns.at(-1)
    if (message !== undefined && message === previous && last !== undefined)
      turns[turns.length - 1] = { ...last, text: `${last.text}\n\n${turn.text}` }
    else turns.push(turn)
    previous = message
  }
  const folder = textOf(main[0]?.['cwd'])
  return {
    id,
    title,
    startedAt: turns[0]?.at,
    description: folder === undefined ? undefined : `Session in ${folder}`,
    named: false,
    turns,
  }
}

/** From the last line that was said to the first: what was rewound hangs beside. */
function activeBranch(lines: readonly Fields[]): readonly Fields[] {
  const byId = new Map(lines.map((line) => [idOf(line['uuid']) ?? '', line]))
  const branch: Fields[] = []
  const seen = new Set<Fields>()
  let at = lines.findLast(({ type }) => type === 'user' || type === 'assistant')
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    branch.push(at)
    at = byId.get(idOf(at['parentUuid']) ?? idOf(at['logicalParentUuid']) ?? '')
  }
  return branch.reverse()
}

function turnOf(line: Fields, tally: Tally): Turn | undefined {
  if (line['type'] !== 'user' && line['type'] !== 'assistant') return undefined
  if (line['isMeta'] === true || line['isCompactSummary'] === true) return skipped('meta', tally)
  const content = fieldsOf(line['message'])?.['content']
  const text =
    typeof content === 'string'
      ? content
      : objectsOf(content)
          .flatMap((block) => blockText(block, tally))
          .join('\n\n')
  if (text.trim() === '') return undefined
  const isUser = line['type'] === 'user'
  if (isUser && /^\s*<(?:command-|local-command-|bash-|system-reminder)/.test(text)) return skipped('command', tally)
  return { speaker: isUser ? 'User' : 'Claude', at: instant(line['timestamp']), text: text.trim() }
}

function skipped(reason: string, tally: Tally): undefined {
  tally.skip(reason)
}

const reasons: Readonly<Record<string, string>> = {
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  tool_use: 'tool',
  server_tool_use: 'tool',
  tool_result: 'tool',
}

function blockText(block: Fields, tally: Tally): readonly string[] {
  const type = textOf(block['type']) ?? 'untyped'
  if (type === 'text') return [textOf(block['text']) ?? ''].filter((text) => text !== '')
  if (type === 'image' || type === 'document') return [`[${type}]`]
  const reason = reasons[type]
  if (reason !== undefined) tally.skip(reason)
  else tally.unknownBlock(type)
  return reason === undefined ? [`[${type.replaceAll(/[^\w.-]/g, '')}]`] : []
}
