import { type Command, Option } from '@commander-js/extra-typings'
import { locked } from './chain-commands.ts'
import { group, leaf, oneText, writing } from './command-shape.ts'
import { choice, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/nostr.ts')

export function addNostrCommands(program: Command, run: Run): void {
  const nostr = group(program, 'nostr', 'find "security audit"')
  nostr.description('agents on Nostr: find, show, add to projects')

  leaf(nostr, 'find', 'security audit --specialization React')
    .argument('[capabilities...]', 'what it should be able to do; nothing lists what there is')
    .description('find agents that others publish; only you and the default agent may')
    .option('--specialization <field>', 'a field')
    .option('--keywords <words>', 'further words')
    .addOption(choice('--scoring <rule>', 'by meaning, or by the points of TENEX', ['meaning', 'tenex']))
    .option('--top <n>', 'how many at the most (10)', wholeNumber)
    .action((words, o) =>
      run(o, commands(), (m, c) => m.nostrFind(c, { ...o, capabilities: oneText(words) || undefined })),
    )

  leaf(nostr, 'show', 'nevent1…')
    .argument('<reference>', 'nevent1…, naddr1…, note1… or the id of an event')
    .description('show one published agent, team or discovery')
    .action((reference, o) => run(o, commands(), (m, c) => m.nostrShow(c, { reference })))

  writing(nostr, 'lessons', 'translator')
    .argument('[agents...]', 'agents that are published on Nostr; all if left out')
    .description('take in what trusted authors learned with them, for you to confirm')
    .action((agents, o) => run(o, commands(), (m, c) => m.nostrLessons(c, { ...o, agents })))

  signing(writing(nostr, 'reply', '31933:<key>:shop --found found.json --confirm'))
    .argument('<project>', '31933:<public key>:<name>')
    .description('publish what was found as an answer in a project (kind 1111)')
    .requiredOption('--found <file>', 'what `nostr find --json` answered')
    .option('--to <nevent>', 'the event that is answered')
    .action((project, o) => run(o, commands(), (m, c) => m.nostrReply(c, { ...o, project })))

  const relays = group(nostr, 'relays', 'add wss://relay.example.org').description('relays that are asked')
  leaf(relays, 'list')
    .description('list the relays')
    .action((o) => run(o, commands(), (m, c) => m.relaysList(c)))
  writing(relays, 'add', 'wss://relay.example.org')
    .argument('<urls...>', 'addresses that begin with wss://')
    .description('ask these relays too')
    .action((urls, o) => run(o, commands(), (m, c) => m.relaysAdd(c, { ...o, urls })))
  writing(relays, 'remove', 'wss://relay.example.org')
    .argument('<urls...>', 'addresses')
    .description('ask these relays no more')
    .action((urls, o) => run(o, commands(), (m, c) => m.relaysRemove(c, { ...o, urls })))

  const project = group(nostr, 'project', 'show 31933:<key>:shop').description('projects of TENEX (kind 31933)')
  leaf(project, 'show', '31933:<key>:shop')
    .argument('<project>', '31933:<public key>:<name>, or its naddr1…')
    .description('show who leads a project, and which agents are in it')
    .option('--relay <url...>', 'ask these relays instead of those of the settings')
    .action((name, { relay, ...o }) => run(o, commands(), (m, c) => m.projectShow(c, { project: name, relays: relay })))
  signing(writing(project, 'add', '31933:<key>:shop nevent1… nevent1… --confirm'))
    .argument('<project>', '31933:<public key>:<name>, or its naddr1…')
    .argument('<agents...>', 'definitions (nevent1…, naddr1…), or keys of agents (npub1…)')
    .description('add agents to a project of yours: shows the difference, signs it with --confirm')
    .action((name, agents, o) => run(o, commands(), (m, c) => m.projectAdd(c, { ...o, project: name, agents })))
}

type Signed = {
  readonly passphraseFd?: number
  readonly passphraseFile?: string
  readonly relay?: string[]
  readonly key?: string
  readonly confirm?: true
}

/** What every command has that signs an event. The type that the compiler finds for it is too long for it to write. */
export function signing<Args extends unknown[], Options extends Record<string, unknown>>(
  command: Command<Args, Options>,
): Command<Args, Options & Signed> {
  const signed: unknown = locked(command)
    .option('--relay <url...>', 'send to these relays, instead of those of the settings')
    .option('--key <name>', 'name of a key of Nostr (`default`)')
    .addOption(new Option('--confirm', 'sign and send'))
  return signed as Command<Args, Options & Signed>
}
