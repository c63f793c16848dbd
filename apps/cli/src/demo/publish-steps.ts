import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '@datacortex/gateway'
import { openSpace } from '../open-space.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import type { DemoStep, Tour } from './demo-step.ts'

const onChain = ['--rpc', '{rpc}', '--url', '{url}', '--root', 'desk']
const agents = ['outliner', 'translator']
const starter = '0-personal/3-knowledge/zettel/Sourdough starter.md'
const signed = ['--passphrase-file', 'passphrase']

/** Agents found, asked and trusted from outside. */
export const publishSteps: readonly DemoStep[] = [
  {
    name: 'export agents',
    argv: ['export', 'agents', 'translator', 'sql-tuner', '--as', 'codex', '--out', 'project', '--root', 'desk'],
    expects: { 'written.length': 2 },
    detail: 'agents of Claude Code as those of Codex; what does not carry over is named',
  },
  {
    name: 'export cards',
    argv: ['export', 'a2a', ...agents, '--url', '{url}', '--out', 'public', '--root', 'desk'],
    before: { says: 'datacortex serve --root desk', does: serveDesk },
    expects: { 'files.length': 2, 'written.length': 2 },
    detail: 'A2A cards that strict readers take',
  },
  {
    name: 'trust another',
    argv: ['trust', 'allow', '--yes', '--root', 'desk'],
    before: {
      says: 'the served outliner is named as the runner `remote` in desk/.datacore/settings.yaml',
      does: nameRemote,
    },
    expects: { 'approved.length': 1 },
    detail: 'only what is new is asked about',
  },
  {
    name: 'ask over A2A',
    argv: ['agent', 'run', 'note-gardener', starter, '--runner', 'remote', '--root', 'desk'],
    expects: { status: 'success', runner: 'remote' },
    detail: 'an A2A client finds the card of a served agent, sends the task and gets its answer',
  },
  {
    name: 'register, plan',
    argv: ['chain', 'register', ...agents, '--account', '{account}', ...onChain],
    before: { says: 'datacortex chain dev', does: startChain },
    expects: { confirmed: false, 'plan.length': 2, 'plan.0.action': 'register' },
    detail: 'what it would cost; nothing is sent without --confirm',
  },
  {
    name: 'register',
    argv: ['chain', 'register', ...agents, '--account', '{account}', '--confirm', ...onChain],
    expects: { 'results.length': 2, 'results.0.status': 'registered', 'results.1.status': 'registered' },
    detail: 'two ERC-8004 identities, journaled before they were sent',
  },
  {
    name: 'register again',
    argv: ['chain', 'register', ...agents, '--account', '{account}', '--confirm', ...onChain],
    expects: { 'results.0.status': 'unchanged', 'results.1.status': 'unchanged' },
    detail: 'sends nothing',
  },
  {
    name: 'verify',
    argv: ['chain', 'verify', ...agents, ...onChain],
    expects: { 'results.0.verified': true, 'results.1.verified': true },
    detail: 'chain, file and domain agree, as a stranger sees them',
  },
  {
    name: 'register whole',
    argv: ['chain', 'register', 'sql-tuner', '--uri', 'data', '--account', '{account}', '--confirm', ...onChain],
    expects: { 'results.0.status': 'registered' },
    detail: 'its file lies on the chain itself',
  },
  {
    name: 'add a catalogue',
    argv: ['directory', 'add', 'catalog', '{url}', '--root', 'desk'],
    expects: { changed: true },
    detail: 'the site that serves agents, as others would add it',
  },
  {
    name: 'add a chain',
    argv: ['directory', 'add', 'erc8004', '{rpc}', '--root', 'desk'],
    expects: { changed: true },
    detail: 'its registry is known',
  },
  {
    name: 'a key of Nostr',
    argv: ['keystore', 'new', '--kind', 'nostr', '--passphrase-file', 'passphrase', '--root', 'desk'],
    before: { says: 'a relay of Nostr starts on this machine', does: startRelay },
    expects: {},
    detail: 'kept encrypted; a bunker elsewhere may sign instead',
  },
  {
    name: 'publish on Nostr',
    argv: ['export', 'nostr', 'sql-tuner', '--relay', '{relay}', ...signed, '--confirm', '--root', 'desk'],
    expects: { 'results.0.status': 'published' },
    detail: 'a definition of TENEX, journaled before it was sent',
  },
  {
    name: 'add a relay',
    argv: ['nostr', 'relays', 'add', '{relay}', '--root', 'desk'],
    expects: { 'added.length': 1 },
    detail: 'as anybody would, who looks for agents there',
  },
  {
    name: 'find everywhere',
    argv: ['find', 'Makes slow database queries fast', '--directory', 'all', '--top', '3', '--root', 'desk'],
    expects: {
      'results.length': 3,
      'results.0.origin.directory': 'local',
      'directories.0.name': 'catalog',
      'directories.1.name': 'erc8004',
      'directories.1.found': 1,
      'directories.2.name': 'nostr',
      'directories.2.found': 1,
    },
    detail:
      'one question, answered here, by a catalogue, a chain and a relay; card and identity name each other and are one',
  },
]

async function startRelay(tour: Tour): Promise<void> {
  const { startLocalRelay } = await import('./local-relay.ts')
  await startLocalRelay(tour)
  await writeFile(join(tour.folder, 'passphrase'), 'open sesame', { mode: 0o600 })
}

async function serveDesk({ folder, values, stack }: Tour): Promise<void> {
  const space = stack.use(await openSpace(join(folder, 'desk')))
  const server = stack.use(await startServer(space, { port: 0, log: await stderrLogger() }))
  values.set('url', server.url)
}

async function nameRemote({ folder, values }: Tour): Promise<void> {
  const remote = `  remote: {plugin: runner-a2a, url: "${values.get('url') ?? ''}agents/outliner/"}\n`
  await appendFile(join(folder, 'desk', '.datacore', 'settings.yaml'), remote)
}

async function startChain({ values, stack }: Tour): Promise<void> {
  const { startLocalChain } = await import('@datacortex/space')
  const chain = stack.use(await startLocalChain())
  values.set('rpc', chain.rpc)
  values.set('account', chain.accounts[0] ?? '')
}
