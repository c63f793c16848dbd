import { readFile } from 'node:fs/promises'
import { ifRefused } from '@datacortex/platform'
import type { InputOf, OutputOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { columns, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type SecretArguments, secretsOf } from '../arguments/secrets-of.ts'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'
import { outsideText } from '../output/outside-text.ts'

type Signing = Pick<SecretArguments, 'passphraseFd' | 'passphraseFile'> & {
  readonly relay?: readonly string[] | undefined
  readonly key?: string | undefined
  readonly confirm?: true | undefined
  readonly dryRun?: true | undefined
}

export const nostrFind = commandOf('nostr.find', (data) => {
  const rows = data.results.map(({ score, name, description, author, verified_owner: owned, look_alike: twin, id }) => [
    String(score),
    outsideText(name),
    `${author.slice(0, 8)}…${owned ? ' verified owner' : ''}${twin === true ? ' NAME ALSO USED BY OTHERS' : ''}`,
    shorten(outsideText(description), 60),
    id,
  ])
  return [...columns(rows), data.data.message, ...findingLines(data.findings)]
})

export const nostrShow = commandOf('nostr.show', (data) => {
  const { agent, team, discovery } = data
  if (team !== undefined) {
    const members = team.members.map(({ id, name }, index) => [index === 0 ? 'leads' : 'member', outsideText(name), id])
    const rows = [...members, ...team.missing.map((id) => ['missing', '', id])]
    return [outsideText(team.title), ...columns(rows)]
  }
  if (agent === undefined) return [outsideText(discovery?.content ?? ''), ...(discovery?.data.agentEventIds ?? [])]
  const proofs = agent.proofs?.map(({ holds, checked }) => [holds ? 'holds' : 'claimed', outsideText(checked)]) ?? []
  const rows = [
    ['name', outsideText(agent.name)],
    ['description', outsideText(agent.description)],
    ['version', agent.version ?? ''],
    ['author', agent.author ?? ''],
    ['published', agent.publishedAt ?? ''],
    ['wants', outsideText((agent.tools ?? []).join(', '))],
    ['event', agent.hash],
    ['relays', (agent.hints ?? []).join(' ')],
    ...proofs,
    ['prompt', outsideText(shorten(agent.instructions ?? '', 2000))],
  ]
  return columns(rows.filter(([, value]) => value !== ''))
})

export async function nostrLessons(context: Context, given: Given<'nostr.lessons'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).nostr.lessons(asked(given))
  const rows = data.lessons.map(({ status, agent, id, text }) => [
    status,
    agent,
    id ?? '',
    shorten(outsideText(text), 80),
  ])
  const next = 'next       datacortex memory confirm ID   (before that no context is given it)'
  const isNew = data.lessons.some(({ status }) => status === 'kept')
  return { data, lines: [...columns(rows), ...(isNew ? [next] : []), ...findingLines(data.findings)] }
}

type Reply = Signing & { readonly found: string; readonly project: string; readonly to?: string | undefined }

export async function nostrReply(context: Context, { found, project, to, ...given }: Reply): Promise<CommandResult> {
  const text = await readFile(found, 'utf8').catch(ifRefused(''))
  const discovery = discoveryIn(text)
  if (discovery === undefined)
    throw spaceError('CLI_USAGE', {
      message: `${found} does not hold what \`nostr find --json\` answers.`,
      hint: 'datacortex nostr find "security audit" --json > found.json',
    })
  const { nostr } = await spaceOf(context, { secrets: secretsOf(given) })
  return sent(await nostr.reply({ ...sendingOf(given), project, to, discovery }))
}

export const relaysList = commandOf('relays.list', (data) => {
  const none = ['no relays', 'next       datacortex nostr relays add wss://relay.example.org']
  return data.relays.length === 0 ? none : data.relays
})

export async function relaysAdd(context: Context, given: Given<'relays.add'>): Promise<CommandResult> {
  return changed(await (await spaceOf(context)).relays.add(asked(given)))
}

export async function relaysRemove(context: Context, given: Given<'relays.remove'>): Promise<CommandResult> {
  return changed(await (await spaceOf(context)).relays.remove(asked(given)))
}

export async function projectShow(context: Context, given: InputOf<'project.show'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).project.show(given)
  const agents = data.agents.map(({ npub, leads }) => [leads ? 'leads' : 'agent', npub])
  const definitions = data.definitions.map((id) => ['definition', id])
  return { data, lines: [outsideText(data.title), ...columns([...agents, ...definitions])] }
}

export async function projectAdd(
  context: Context,
  { project, agents, ...given }: Signing & { readonly project: string; readonly agents: readonly string[] },
): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const data = await space.project.add({ ...sendingOf(given), project, agents })
  const kept = data.kept.map((tag) => `  ${outsideText(tag)}`)
  const { lines, ...rest } = sent(data)
  return { ...rest, lines: [...kept, ...data.added.map((tag) => `+ ${outsideText(tag)}`), ...lines] }
}

export async function exportNostr(
  context: Context,
  {
    ids,
    url,
    instructions,
    lessons,
    ...given
  }: Signing & Pick<Given<'publish.nostr'>, 'ids' | 'url' | 'instructions' | 'lessons'>,
): Promise<CommandResult> {
  const { publish } = await spaceOf(context, { secrets: secretsOf(given) })
  return sent(await publish.nostr({ ...sendingOf(given), ids, url, instructions, lessons }))
}

export const agentDefault = commandOf('agents.default', (data) => {
  const line = data.agent === null ? 'no agent may look for others; you may' : `may look   ${data.agent}`
  return [line]
})

function discoveryIn(text: string): InputOf<'nostr.reply'>['discovery'] | undefined {
  try {
    const { type, data, content } = JSON.parse(text) as InputOf<'nostr.reply'>['discovery']
    return { type, data, content }
  } catch {
    // The operation checks what it says; here it is no JSON.
    return undefined
  }
}

function sendingOf({ relay, key, confirm, dryRun }: Signing) {
  return { relays: relay, key, confirm, dry_run: dryRun }
}

function changed(data: OutputOf<'relays.add'>): CommandResult {
  const rows = [...data.added.map((url) => `added      ${url}`), ...data.removed.map((url) => `removed    ${url}`)]
  return { data, lines: rows.length === 0 ? ['unchanged'] : rows }
}

function sent(data: OutputOf<'nostr.reply'>): CommandResult {
  const planned = data.plan.map(({ id, action, relays, of, content }) => [
    action,
    id,
    relays.join(' '),
    // Who lets a lesson go sees it before.
    of === undefined ? '' : shorten(content, 200),
  ])
  const done = data.results.map(({ id, status, reference, failures }) => [
    status,
    id,
    reference ?? '',
    failures.map(({ message }) => outsideText(message)).join(' '),
  ])
  const lines = data.confirmed
    ? columns(done)
    : [...columns(planned), 'planned    nothing was signed or sent; do it with --confirm']
  return { data, lines, exitCode: data.results.some(({ status }) => status === 'failed') ? 1 : 0 }
}
