import { type OutputOf, spaceless } from '@datacortex/space'
import { columns, count, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'

export async function identityInit(context: Context, given: Given<'identity.init'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).identity.init(asked(given))
  const { agent, identity, written } = data
  const isDry = given.dryRun === true
  return {
    data,
    lines: [
      ...columns([
        ['identity', `${identity.name}  (${agent})`],
        ['uid', identity.uid],
        ...written.map((path) => [isDry ? 'would write' : 'wrote', path]),
      ]),
      ...(written.length === 0 ? ['unchanged: all of it is there'] : []),
      ...(given.assistant === 'codex' && !isDry
        ? ['in Codex trust this project and, with /hooks, these hooks: until then it passes over them']
        : []),
      ...(isDry ? ['dry run  nothing was changed'] : [`next     datacortex identity check ${agent}`]),
    ],
  }
}

export async function identityCheck(context: Context, given: Given<'identity.check'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).identity.check(asked(given))
  const rows = data.steps.map(({ step, holds, detail }) => [holds === null ? '-' : holds ? 'ok' : 'no', step, detail])
  return { data, lines: [...columns(rows), ...findingLines(data.findings)], exitCode: data.ok ? 0 : 1 }
}

export async function identityShow(context: Context, given: Given<'identity.show'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).identity.show(asked(given))
  const rows: readonly (readonly [string, string | undefined])[] = [
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
  ]
  return { data, lines: columns(rows.flatMap(([name, value]) => (value ? [[name, value]] : []))) }
}

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

export async function recall(context: Context, given: Given<'recall'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).recall(asked(given))
  const { moments } = data
  if (moments !== undefined) {
    const isOne = given.read !== undefined
    const rows = moments.map(({ id, date, time, tokens, text }) => [
      `${date} ${time}`.trim(),
      id,
      `${tokens} tokens`,
      shorten(text.replaceAll(/\s+/g, ' '), 200),
    ])
    const [one] = moments
    const lines = isOne && one ? [`${one.id}  ${one.date} ${one.time}`.trim(), one.path, '', one.text] : columns(rows)
    return { data, lines: lines.length === 0 ? ['nothing that it knows'] : lines }
  }
  const lines = data.results.flatMap(({ title, path, owner, visibility, date, tokens, points, text }) => [
    `${title}  ${date.slice(0, 10)}  ${tokens} tokens  ${visibility === 'private' ? '' : `${visibility} of ${owner}`}`.trimEnd(),
    `  ${path}`,
    ...(text === undefined ? points.map((point) => `  - ${shorten(point.text, 200)}`) : ['', text.trim(), '']),
  ])
  return {
    data,
    lines: [
      ...(lines.length === 0 ? ['nothing that it knows', 'next       datacortex search, which finds notes'] : lines),
      ...findingLines(data.findings),
    ],
  }
}

export async function reflect(context: Context, given: Given<'reflect'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).reflect(asked(given))
  const lines = data.agents.flatMap(({ agent, entries, points, known, outside }) => [
    ...points.flatMap(({ kind, isQuoted, text, id, path, contradicts }) => [
      `${isQuoted ? 'quoted' : kind}  ${shorten(text, 200)}`,
      `  ${path}  ^${id}${contradicts.length === 0 ? '' : `  contradicts ${contradicts.join(', ')}`}`,
    ]),
    `${agent}: ${count(entries, 'entry', 'entries')}, ${count(points.length, 'key point')} kept, ${known} known before, ${count(outside, 'line')} from outside left out`,
  ])
  const none = lines.length === 0 ? ['no agent has an identity', 'next       datacortex identity init AGENT'] : []
  return {
    data,
    lines: [
      ...none,
      ...lines,
      ...findingLines(data.findings),
      ...(data.dry_run ? ['dry run  nothing was changed'] : []),
    ],
  }
}

type ListedPeer = Omit<OutputOf<'peers.list'>['peers'][number], 'origin'> & { readonly origin?: string | undefined }

function peerRows(peers: readonly ListedPeer[]): readonly string[] {
  return columns(
    peers.map((one) => [one.name, one.status, one.mention_syntax, shorten(one.role, 60), one.origin ?? '']),
  )
}

export async function peersList(context: Context, given: Given<'peers.list'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).peers.list(asked(given))
  const none = given.query === undefined ? 'no peers: datacortex identity check AGENT' : 'no peer that fits'
  return { data, lines: [...(data.peers.length === 0 ? [none] : peerRows(data.peers)), ...findingLines(data.findings)] }
}

export async function peersMention(context: Context, given: Given<'peers.mention'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).peers.mention(asked(given))
  return { data, lines: [data.mention_syntax, ...findingLines(data.findings)] }
}

export async function peersCheck(context: Context, given: Given<'peers.check'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).peers.check(asked(given))
  return { data, lines: [...(data.ok ? ['ok'] : []), ...findingLines(data.findings)], exitCode: data.ok ? 0 : 1 }
}

export async function peersSet(context: Context, given: Given<'peers.set'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).peers.set(asked(given))
  const isDry = given.dryRun === true ? ['dry run  nothing was changed'] : []
  return { data, lines: [...(given.remove === true ? ['taken out'] : []), ...peerRows([data]), ...isDry] }
}

export async function peersDiscover(context: Context, given: Given<'peers.discover'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).peers.discover(asked(given))
  const announced = data.announced === null ? [] : [`announced  ${data.announced}`]
  const head = [`discovery  ${data.kinds.join(', ')}`, ...announced]
  return { data, lines: [...head, ...peerRows(data.peers), ...findingLines(data.findings)] }
}

export async function peersHandshake(context: Context, given: Given<'peers.handshake'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).peers.handshake(asked(given))
  return { data, lines: data.peer === undefined ? [data.handshake ?? ''] : peerRows([data.peer]) }
}
