import type { OperationName } from '@datacortex/space'

/** One question, in the words of each door. */
export type Question = {
  readonly input: object
  /** What follows the words of the command line. */
  readonly args: readonly string[]
}

/** What was answered so far, by name of the operation: the last one's document. */
export type Said = (name: OperationName) => Readonly<Record<string, unknown>>

const asked = (input: object, args: readonly string[] = []): Question => ({ input, args })
const never = { url: 'https://agents.example.org/', rpc: 'http://127.0.0.1:9' }
const relay = 'ws://127.0.0.1:9'
const onChain = ['--url', never.url, '--rpc', never.rpc]
const site = { directory: 'catalog', address: 'https://agents.example.org/' }
const project = `31933:${'a'.repeat(64)}:shop`
/** What a question about found agents is answered with: nobody. */
export const discovery = {
  type: 'agent_discovery',
  data: { query: {}, agentEventIds: [], relays: [], message: 'Found 0 agents.' },
  content: '',
}
const pair = ['translator', 'sql-tuner']

/**
 * A question for every operation of the table, in an order in which later ones find what earlier ones left. Operations
 * that only the command offers are asked as far as they change nothing.
 */
export const questions: Readonly<Record<OperationName, (said: Said) => Question>> = {
  // Before anything is remembered: a person is then answered from what they keep, and nobody else is.
  recall: () => asked({ query: 'spring tides', top: 3 }, ['spring tides', '--top', '3']),
  find: () => asked({ task: 'my pod keeps crash looping', top: 3 }, ['my pod keeps crash looping', '--top', '3']),
  route: () => asked({ task: 'translate the menu', top: 3 }, ['translate the menu', '--top', '3']),
  'route.confirm': () =>
    asked({ task: 'mend the chart', agent: 'sql-tuner' }, ['mend the chart', '--confirm', 'sql-tuner']),
  'route.forget': () => asked({ task: 'mend the chart' }, ['mend the chart', '--forget']),
  context: () =>
    asked({ agent: 'sql-tuner', task: 'tune it', budget: 4000 }, ['sql-tuner', 'tune it', '--budget', '4000']),
  run: () => asked({ agent: 'file-reader', task: 'table.csv' }, ['file-reader', 'table.csv']),
  evaluate: (said) => {
    const id = String(said('run')['execution_id'])
    const scores = { task_completion: 90, output_quality: 80, efficiency: 70 }
    const words = ['--by', 'user', '--completion', '90', '--quality', '80', '--efficiency', '70']
    return asked({ execution_id: id, evaluator_agent: 'user', scores }, [id, ...words])
  },
  'agents.list': () => asked({}),
  'runners.list': () => asked({}),
  'runners.add': () => asked({ program: 'codex', dry_run: true }, ['codex', '--dry-run']),
  'runners.test': () => asked({ name: 'nobody' }, ['nobody']),
  'agents.show': () => asked({ agent: 'translator' }, ['translator']),
  'agents.graph': () => asked({ agent: 'translator', hops: 2 }),
  'agents.compare': () => asked({ agent: 'translator' }, ['translator']),
  'agents.verify': () => asked({ agent: 'translator' }, ['translator']),
  'agents.primers': () => asked({ ids: ['translator'] }, ['translator']),
  'agents.recommend': () => asked({ top: 2 }, ['--top', '2']),
  'agents.import': () => asked({ from: ['more'] }, ['more']),
  'agents.sync': () => asked({}),
  'agents.update': () => asked({ dry_run: true }, ['--from-origin', '--dry-run']),
  'agents.disable': () => asked({ ids: ['extra'] }, ['extra']),
  'agents.enable': () => asked({ ids: ['extra'] }, ['extra']),
  'agents.create': () =>
    asked({ id: 'terse', parent: 'translator', primer: 'You translate in few words.' }, [
      'terse',
      '--parent=translator',
      '--primer=You translate in few words.',
    ]),
  'agents.spawn': () =>
    asked({ from: 'file-reader', task: 'table.csv' }, ['--from', 'file-reader', '--task', 'table.csv']),
  'agents.promote': () => asked({ agent: 'translator/terse', dry_run: true }, ['translator/terse', '--dry-run']),
  'agents.demote': () => asked({ agent: 'sql-tuner', dry_run: true }, ['sql-tuner', '--dry-run']),
  'agents.remove': () => asked({ ids: ['extra'], yes: true }, ['extra', '--yes']),
  'components.list': () => asked({}),
  'components.show': () => asked({ component: 'web-fetcher' }, ['web-fetcher']),
  'chain.networks': () => asked({}),
  'chain.check': () => asked({ ...never }, onChain),
  'chain.register': () => asked({ ...never, ids: pair, dry_run: true }, [...pair, ...onChain, '--dry-run']),
  'chain.update': () => asked({ ...never, ids: pair, dry_run: true }, [...pair, ...onChain, '--dry-run']),
  'chain.status': () => asked({ ...never, ids: pair }, [...pair, ...onChain]),
  'chain.verify': () => asked({ ...never, ids: pair }, [...pair, ...onChain]),
  'chain.recover': () => asked({ ...never, ids: pair, dry_run: true }, [...pair, ...onChain, '--dry-run']),
  'chain.rate': () => asked({ rpc: never.rpc, dry_run: true }, ['--rpc', never.rpc, '--dry-run']),
  'chain.reputation': () => asked({ ...never, ids: pair }, [...pair, ...onChain]),
  'directories.list': () => asked({}),
  'directories.add': () => asked({ ...site, dry_run: true }, [...Object.values(site), '--dry-run']),
  'directories.remove': () => asked({ ...site, dry_run: true }, [...Object.values(site), '--dry-run']),
  'directories.refresh': () => asked({ directories: ['catalog'] }, ['catalog']),
  status: () => asked({}),
  'settings.list': () => asked({ key: 'find' }, ['find']),
  doctor: () => asked({}),
  index: () => asked({}),
  'index.watch': () => asked({}),
  'keys.new': () => asked({ file: 'new.json', dry_run: true }, ['--file', 'new.json', '--dry-run']),
  'keys.import': () => asked({ file: 'new.json', dry_run: true }, ['--file', 'new.json', '--dry-run']),
  'keys.list': () => asked({}),
  'keys.address': () => asked({ file: 'none.json' }, ['--file', 'none.json']),
  'log.list': () => asked({ limit: 5 }, ['--limit', '5']),
  'log.costs': () => asked({ since: '7d' }, ['--since', '7d']),
  'log.interrupted': () => asked({}),
  'log.show': (said) => {
    const id = String(said('run')['execution_id'])
    return asked({ id }, [id])
  },
  remember: () =>
    asked({ text: 'Slack water is short.', type: 'session-memory' }, [
      '--text',
      'Slack water is short.',
      '--type',
      'session-memory',
    ]),
  'memory.list': () => asked({ limit: 5 }, ['--limit', '5']),
  'memory.show': (said) => {
    const id = String(said('remember')['id'])
    return asked({ id }, [id])
  },
  'memory.confirm': (said) => {
    const id = String(said('remember')['id'])
    return asked({ id, dry_run: true }, [id, '--dry-run'])
  },
  'memory.update': (said) => {
    const id = String(said('remember')['id'])
    return asked({ id, text: 'It closes at ten.', dry_run: true }, [id, 'It closes at ten.', '--dry-run'])
  },
  'memory.pin': (said) => {
    const id = String(said('remember')['id'])
    return asked({ id, dry_run: true }, [id, '--dry-run'])
  },
  'memory.move': (said) => {
    const id = String(said('remember')['id'])
    return asked({ id, topic: 'piers', dry_run: true }, [id, 'piers', '--dry-run'])
  },
  'memory.retract': (said) => {
    const id = String(said('remember')['id'])
    return asked({ id, reason: 'wrong' }, [id, '--reason', 'wrong'])
  },
  'identity.init': () => asked({ agent: 'sql-tuner', dry_run: true }, ['sql-tuner', '--dry-run']),
  'identity.check': () => asked({ agent: 'sql-tuner' }, ['sql-tuner']),
  'identity.show': () => asked({ agent: 'sql-tuner' }, ['sql-tuner']),
  'identity.verify': () => asked({ agent: 'sql-tuner', level: 2 }, ['--agent', 'sql-tuner', '--level', '2']),
  'shared.read': () => asked({}),
  'shared.write': () => asked({ topic: 'No name', text: 'x' }),
  'peers.list': () => asked({ query: 'tides' }, ['tides']),
  'peers.mention': () => asked({ peer: 'Bo' }, ['Bo']),
  'peers.check': () => asked({ text: 'Ask Bo.' }, ['Ask Bo.']),
  'peers.set': () => asked({ peer: 'Bo', uid: '43' }, ['Bo', '--uid', '43']),
  'peers.discover': () => asked({}),
  'peers.handshake': () => asked({}),
  reflect: () => asked({ agent: 'translator', dry_run: true }, ['translator', '--dry-run']),
  'model.list': () => asked({}),
  'model.pull': () => asked({ name: 'someone/some-model', dry_run: true }, ['someone/some-model', '--dry-run']),
  'model.use': () => asked({ name: 'default', dry_run: true }, ['default', '--dry-run']),
  'modules.list': () => asked({}),
  'modules.new': () => asked({ name: 'No name', dry_run: true }, ['No name', '--dry-run']),
  'modules.check': () => asked({ module: 'source-rss' }, ['source-rss']),
  'modules.install': () => asked({ spec: './nowhere', dry_run: true }, ['./nowhere', '--dry-run']),
  'modules.remove': () => asked({ module: 'none', dry_run: true }, ['none', '--dry-run']),
  'modules.sync': () => asked({ dry_run: true }, ['--dry-run']),
  search: () => asked({ query: 'spring tides', top: 3 }, ['spring tides', '--top', '3']),
  'search.sources': () =>
    asked({ query: 'tides', sources: 'all', top: 3 }, ['tides', '--sources', 'all', '--top', '3']),
  'search.save': () =>
    asked({ query: 'tides', sources: 'web', source: ['none'], save: 1 }, [
      'tides',
      '--sources',
      'web',
      '--source',
      'none',
      '--save',
      '1',
    ]),
  'notes.read': () => asked({ notes: ['Spring tides', 'Hydration'] }, ['Spring tides', 'Hydration']),
  'notes.render': () => asked({ note: 'Spring tides' }),
  'notes.attachment': () => asked({ note: 'Tables', path: 'table.csv' }),
  'search.everything': () => asked({ query: 'pod', by: 'words' }),
  'notes.links': () => asked({ note: 'Spring tides' }, ['Spring tides']),
  'notes.graph': () => asked({ note: 'Spring tides', hops: 2 }),
  'notes.recent': () => asked({ top: 3 }, ['--top', '3']),
  'notes.tags': () => asked({ top: 3 }, ['--top', '3']),
  'notes.write': () =>
    asked({ title: 'Neap tides', text: 'See [[Spring tides]].', folder: 'sea', tags: ['sea'] }, [
      'Neap tides',
      '--text',
      'See [[Spring tides]].',
      '--folder',
      'sea',
      '--tags',
      'sea',
    ]),
  'notes.daily': () => asked({ day: '2026-01-31' }, ['2026-01-31']),
  'notes.append': () =>
    asked({ note: 'Neap tides', text: 'They are weak.' }, ['Neap tides', '--text', 'They are weak.']),
  'notes.edit': () =>
    asked({ note: 'Neap tides', old: 'weak', text: 'small' }, ['Neap tides', '--old', 'weak', '--text', 'small']),
  'notes.move': () => asked({ note: 'Neap tides', to: 'moon/' }, ['Neap tides', 'moon/']),
  'notes.rename': () => asked({ note: 'Neap tides#Neap tides', to: 'Neaps' }, ['Neap tides#Neap tides', 'Neaps']),
  'notes.remove': () => asked({ note: 'Neap tides' }, ['Neap tides']),
  'undo.list': () => asked({}),
  undo: (said) => {
    const run = String(said('notes.remove')['undo'])
    return asked({ run }, [run])
  },
  ingest: () => asked({ inputs: ['page.html'] }, ['page.html']),
  research: () => asked({ topic: 'spring tides', depth: 'quick' }, ['spring tides', '--depth', 'quick']),
  'research.plan': () =>
    asked({ topic: 'spring tides', depth: 'quick' }, ['spring tides', '--depth', 'quick', '--dry-run']),
  'research.queue': () => asked({}, ['--queue']),
  'research.waiting': () => asked({}, ['--queue', '--dry-run']),
  'nightshift.run': () => asked({ dry_run: true }, ['--dry-run']),
  'nightshift.status': () => asked({}),
  'nightshift.list': () => asked({ all: true }, ['--all']),
  'nightshift.show': () => asked({ task: 'night-none' }, ['night-none']),
  'nightshift.add': () =>
    asked({ task: 'Explain neap tides', dry_run: true, tags: ['content'] }, [
      'Explain neap tides',
      '--tags',
      'content',
      '--dry-run',
    ]),
  'nightshift.approve': () => asked({ tasks: [], yes: true }, ['--yes']),
  'nightshift.retry': () => asked({ task: 'night-none' }, ['night-none']),
  'nightshift.cancel': () => asked({ task: 'night-none' }, ['night-none']),
  'nightshift.redrive': () => asked({}),
  'nightshift.install': () =>
    asked({ program: ['datacortex'], kind: 'cron', dry_run: true }, ['--kind', 'cron', '--dry-run']),
  'nightshift.uninstall': () => asked({ kind: 'cron' }, ['--kind', 'cron']),
  'nightshift.worker': () => asked({ once: true }, ['--once']),
  today: () => asked({}),
  'wrap.up': () => asked({}),
  'research.add': () =>
    asked({ urls: ['https://agents.example.org/tides'], tags: ['coast'], dry_run: true }, [
      'https://agents.example.org/tides',
      '--tags',
      'coast',
      '--dry-run',
    ]),
  'research.import': () => asked({ from: ['more'], dry_run: true }, ['more', '--dry-run']),
  'research.list': () => asked({}),
  'research.show': (said) => {
    const run = String(said('research')['id'])
    return asked({ run }, [run])
  },
  'research.report': (said) => asked({ run: String(said('research')['id']) }),
  'research.resume': () => asked({ run: 'r-none' }, ['r-none']),
  'sources.list': () => asked({}),
  'sources.add': () => asked({ dry_run: true }, ['--dry-run']),
  'sources.approve': () => asked({ source: 'wikipedia', dry_run: true }, ['wikipedia', '--dry-run']),
  'tokens.add': () => asked({ name: 'ci', dry_run: true }, ['ci', '--dry-run']),
  'tokens.list': () => asked({}),
  'tokens.remove': () => asked({ names: ['nobody'], dry_run: true }, ['nobody', '--dry-run']),
  'sync.push': () => asked({}),
  'sync.pull': () => asked({}),
  'sync.status': () => asked({}),
  'sync.trust': () => asked({ machines: ['0'.repeat(32)], dry_run: true }, ['0'.repeat(32), '--dry-run']),
  'sync.exchange': () => asked({ lines: [] }),
  'trust.show': () => asked({}),
  'trust.list': () => asked({}),
  'trust.allow': () => asked({ names: ['none'], dry_run: true }, ['none', '--dry-run']),
  'trust.revoke': () => asked({ names: ['none'], dry_run: true }, ['none', '--dry-run']),
  // Not at every door, and seen by others: last.
  'nostr.find': () => asked({ capabilities: 'audit' }, ['audit']),
  'nostr.show': () => asked({ reference: 'f'.repeat(64) }, ['f'.repeat(64)]),
  'nostr.lessons': () => asked({ dry_run: true }, ['--dry-run']),
  'relays.list': () => asked({}),
  'relays.add': () => asked({ urls: [relay], dry_run: true }, [relay, '--dry-run']),
  'relays.remove': () => asked({ urls: [relay], dry_run: true }, [relay, '--dry-run']),
  'project.show': () => asked({ project, relays: [relay] }, [project, '--relay', relay]),
  'project.add': () =>
    asked({ project, agents: ['f'.repeat(64)], dry_run: true }, [project, 'f'.repeat(64), '--dry-run']),
  'nostr.reply': () => asked({ project, discovery, dry_run: true }, [project, '--found', 'found.json', '--dry-run']),
  'publish.nostr': () => asked({ ids: pair, dry_run: true }, [...pair, '--dry-run']),
  'agents.default': () => asked({ dry_run: true }, ['--dry-run']),
  'publish.cards': () =>
    asked({ url: never.url, out: 'public', ids: pair }, [...pair, '--url', never.url, '--out', 'public']),
  'publish.catalog': () =>
    asked({ url: never.url, out: 'public', ids: pair }, [...pair, '--url', never.url, '--out', 'public']),
  'publish.registrations': () =>
    asked({ url: never.url, out: 'public', ids: pair }, [...pair, '--url', never.url, '--out', 'public']),
  'publish.agents': () =>
    asked({ host: 'codex', out: 'project', ids: pair }, [...pair, '--as', 'codex', '--out', 'project']),
  'publish.finder': () => asked({ out: 'project' }, ['--out', 'project']),
  'publish.key': () => asked({ file: 'sign.json', dry_run: true }, ['sign.json', '--dry-run']),
  feedback: (said) => {
    const id = String(said('run')['execution_id'])
    return asked({ execution_id: id, verdict: 'positive', note: 'good' }, [id, 'positive', '--note', 'good'])
  },
}
