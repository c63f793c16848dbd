import { readFile } from 'node:fs/promises'
import { ifRefused } from '@datacortex/platform'
import type { InputOf, OperationName, OutputOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { columns, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type SecretArguments, secretsOf } from '../arguments/secrets-of.ts'
import { commandOf } from '../command-of.ts'
import { findingLines } from '../output/finding-lines.ts'
import { factLines } from '../output/lines.ts'
import { outsideText } from '../output/outside-text.ts'

/** Options of a command that signs an event: the fields of its operation, but for the relays, and where its passphrase comes from. */
type Signing<Name extends OperationName> = Omit<Given<Name>, 'relays'> &
  Pick<SecretArguments, 'passphraseFd' | 'passphraseFile'> & { readonly relay?: readonly string[] | undefined }

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

export const nostrShow = commandOf('nostr.show', ({ agent, team, discovery }) => {
  if (team !== undefined) {
    const members = team.members.map(({ id, name }, index) => [index === 0 ? 'leads' : 'member', outsideText(name), id])
    return [outsideText(team.title), columns([...members, ...team.missing.map((id) => ['missing', '', id])])]
  }
  if (agent === undefined) return [outsideText(discovery?.content ?? ''), discovery?.data.agentEventIds]
  return factLines([
    ['name', outsideText(agent.name)],
    ['description', outsideText(agent.description)],
    ['version', agent.version],
    ['author', agent.author],
    ['published', agent.publishedAt],
    ['wants', outsideText((agent.tools ?? []).join(', '))],
    ['event', agent.hash],
    ['relays', (agent.hints ?? []).join(' ')],
    ...(agent.proofs ?? []).map(({ holds, checked }) => [holds ? 'holds' : 'claimed', outsideText(checked)] as const),
    ['prompt', outsideText(shorten(agent.instructions ?? '', 2000))],
  ])
})

export const nostrLessons = commandOf('nostr.lessons', ({ lessons, findings }) => [
  columns(lessons.map(({ status, agent, id, text }) => [status, agent, id ?? '', shorten(outsideText(text), 80)])),
  lessons.some(({ status }) => status === 'kept') &&
    'next       datacortex memory confirm ID   (before that no context is given it)',
  findingLines(findings),
])

export const nostrReply = commandOf('nostr.reply', sentLines, {
  ask: async ({ found, ...given }: Omit<Signing<'nostr.reply'>, 'discovery'> & { readonly found: string }) => {
    const discovery = discoveryIn(await readFile(found, 'utf8').catch(ifRefused('')))
    if (discovery !== undefined) return signingAsked<'nostr.reply'>({ ...given, discovery })
    throw spaceError('CLI_USAGE', {
      message: `${found} does not hold what \`nostr find --json\` answers.`,
      hint: 'datacortex nostr find "security audit" --json > found.json',
    })
  },
  secrets: secretsOf,
})

export const relaysList = commandOf('relays.list', (data) => {
  const none = ['no relays', 'next       datacortex nostr relays add wss://relay.example.org']
  return data.relays.length === 0 ? none : data.relays
})

export const relaysAdd = commandOf('relays.add', changedLines)

export const relaysRemove = commandOf('relays.remove', changedLines)

export const projectShow = commandOf('project.show', ({ title, agents, definitions }) => [
  outsideText(title),
  columns([
    ...agents.map(({ npub, leads }) => [leads ? 'leads' : 'agent', npub]),
    ...definitions.map((id) => ['definition', id]),
  ]),
])

export const projectAdd = commandOf(
  'project.add',
  (data) => {
    const { lines, exitCode } = sentLines(data)
    const [kept, added] = [data.kept, data.added].map((tags) => tags.map((tag) => outsideText(tag)))
    return { lines: [kept?.map((tag) => `  ${tag}`), added?.map((tag) => `+ ${tag}`), lines], exitCode }
  },
  { ask: signingAsked<'project.add'>, secrets: secretsOf },
)

export const exportNostr = commandOf(
  'publish.nostr',
  (data) => {
    const { lines, exitCode } = sentLines(data)
    return { lines: [lines, findingLines(data.findings)], exitCode }
  },
  { ask: signingAsked<'publish.nostr'>, secrets: secretsOf },
)

export const agentDefault = commandOf('agents.default', ({ agent }) => [
  agent === null ? 'no agent may look for others; you may' : `may look   ${agent}`,
])

function discoveryIn(text: string): InputOf<'nostr.reply'>['discovery'] | undefined {
  try {
    const { type, data, content } = JSON.parse(text) as InputOf<'nostr.reply'>['discovery']
    return { type, data, content }
  } catch {
    // The operation checks what it says; here it is no JSON.
    return undefined
  }
}

function signingAsked<Name extends OperationName>({
  relay: relays,
  passphraseFd: _fd,
  passphraseFile: _file,
  ...given
}: Signing<Name>): InputOf<Name> {
  return asked({ ...given, relays } as unknown as Given<Name>)
}

function changedLines({ added, removed }: OutputOf<'relays.add'>): readonly string[] {
  const rows = [...added.map((url) => `added      ${url}`), ...removed.map((url) => `removed    ${url}`)]
  return rows.length === 0 ? ['unchanged'] : rows
}

function sentLines(data: OutputOf<'nostr.reply'>) {
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
  return { lines, exitCode: data.results.some(({ status }) => status === 'failed') ? 1 : 0 }
}
