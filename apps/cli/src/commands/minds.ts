import { type OutputOf, spaceless } from '@datacortex/space'
import { columns, count, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'
import { factLines } from '../output/lines.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'

export const identityInit = commandOf('identity.init', ({ agent, identity, written }, { assistant, dryRun: isDry }) => [
  columns([
    ['identity', `${identity.name}  (${agent})`],
    ['uid', identity.uid],
    ...written.map((path) => [isDry ? 'would write' : 'wrote', path]),
  ]),
  written.length === 0 && 'unchanged: all of it is there',
  assistant === 'codex' &&
    !isDry &&
    'in Codex trust this project and, with /hooks, these hooks: until then it passes over them',
  isDry ? 'dry run  nothing was changed' : `next     datacortex identity check ${agent}`,
])

export const identityCheck = commandOf('identity.check', ({ ok, steps, findings }) => {
  const rows = steps.map(({ step, holds, detail }) => [holds === null ? '-' : holds ? 'ok' : 'no', step, detail])
  return { lines: [columns(rows), findingLines(findings)], exitCode: ok ? 0 : 1 }
})

export const identityShow = commandOf('identity.show', (data) =>
  factLines([
    ['agent', data.agent],
    ['name', data.name],
    ['uid', data.uid],
    ['persona', data.persona],
    ['tone', data.tone],
    ['personality', data.personality?.join(', ')],
    ['languages', data.language?.join(', ')],
    ['origin', data.origin],
    ['capabilities', data.capabilities.join(', ')],
    ...(data.boundaries ?? []).map((one) => ['boundary', one] as const),
    ['level', `${data.level} of ACAS ${data.spec_version}, ${data.mode}, discovery: ${data.discovery.join(', ')}`],
    ['entry', data.entry_files.join(', ') || `none: datacortex identity init ${data.agent} --entry AGENTS.md`],
    ['folder', data.folder],
  ]),
)

/** `datacortex identity verify [FOLDER]`: which criteria of the specification hold. It needs no space. */
export async function identityVerify(context: Context, given: Given<'identity.verify'>): Promise<CommandResult> {
  const { signal, onProgress } = context
  const { folder } = given
  const data = await (folder === undefined
    ? (await spaceOf(context)).identity.verify(asked(given))
    : spaceless({ signal, onProgress }).identity.verify(asked(given)))
  const lines = data.minds.flatMap(({ agent, level, ok, criteria }) => {
    const held = criteria.filter(({ holds }) => holds).length
    const rows = criteria.map(({ id, holds, criterion, evidence }) => [holds ? 'ok' : 'no', id, criterion, evidence])
    const end = `level ${level} ${ok ? 'holds' : 'does not hold'}: ${held} of ${count(criteria.length, 'criterion', 'criteria')}`
    return [agent, ...fittedColumns(rows, { width: outputWidth(), flexible: [3, 2] }), end, '']
  })
  return { data, lines: lines.slice(0, -1), exitCode: data.ok ? 0 : 1 }
}

export const recall = commandOf('recall', ({ moments, results, findings }, { read }) => {
  const none = 'nothing that it knows'
  if (moments?.length === 0) return [none]
  const [one] = moments ?? []
  if (read !== undefined && one) return [`${one.id}  ${one.date} ${one.time}`.trim(), one.path, '', one.text]
  if (moments !== undefined)
    return columns(
      moments.map(({ id, date, time, tokens, text }) => [
        `${date} ${time}`.trim(),
        id,
        `${tokens} tokens`,
        shorten(text.replaceAll(/\s+/g, ' '), 200),
      ]),
    )
  const lines = results.map(({ title, path, owner, visibility, date, tokens, points, text }) => [
    `${title}  ${date.slice(0, 10)}  ${tokens} tokens  ${visibility === 'private' ? '' : `${visibility} of ${owner}`}`.trimEnd(),
    `  ${path}`,
    text === undefined ? points.map((point) => `  - ${shorten(point.text, 200)}`) : ['', text.trim(), ''],
  ])
  return [
    lines.length === 0 ? [none, 'next       datacortex search, which finds notes'] : lines,
    findingLines(findings),
  ]
})

export const reflect = commandOf('reflect', ({ agents, findings, dry_run: isDry }) => [
  agents.length === 0 && ['no agent has an identity', 'next       datacortex identity init AGENT'],
  agents.map(({ agent, entries, points, known, outside }) => [
    points.map(({ kind, isQuoted, text, id, path, contradicts }) => [
      `${isQuoted ? 'quoted' : kind}  ${shorten(text, 200)}`,
      `  ${path}  ^${id}${contradicts.length === 0 ? '' : `  contradicts ${contradicts.join(', ')}`}`,
    ]),
    `${agent}: ${count(entries, 'entry', 'entries')}, ${count(points.length, 'key point')} kept, ${known} known before, ${count(outside, 'line')} from outside left out`,
  ]),
  findingLines(findings),
  isDry && 'dry run  nothing was changed',
])

type ListedPeer = Omit<OutputOf<'peers.list'>['peers'][number], 'origin'> & { readonly origin?: string | undefined }

function peerRows(peers: readonly ListedPeer[]): readonly string[] {
  return columns(
    peers.map((one) => [one.name, one.status, one.mention_syntax, shorten(one.role, 60), one.origin ?? '']),
  )
}

export const peersList = commandOf('peers.list', ({ agent, peers, findings }, { query }) => {
  const none = query ? 'no peer that fits' : `no peers: datacortex peers set NAME --uid UID --agent ${agent}`
  return [peers.length === 0 ? none : peerRows(peers), findingLines(findings)]
})

export const peersMention = commandOf('peers.mention', (data) => [data.mention_syntax, ...findingLines(data.findings)])

export const peersCheck = commandOf('peers.check', ({ ok, findings }) => ({
  lines: [ok && 'ok', findingLines(findings)],
  exitCode: ok ? 0 : 1,
}))

export const peersSet = commandOf('peers.set', (data, { remove, dryRun }) => [
  remove && 'taken out',
  peerRows([data]),
  dryRun && 'dry run  nothing was changed',
])

export const peersDiscover = commandOf('peers.discover', ({ kinds, announced, peers, findings }) => [
  `discovery  ${kinds.join(', ')}`,
  announced !== null && `announced  ${announced}`,
  peerRows(peers),
  findingLines(findings),
])

export const peersHandshake = commandOf('peers.handshake', ({ peer, handshake }) =>
  peer === undefined ? [handshake ?? ''] : peerRows([peer]),
)
