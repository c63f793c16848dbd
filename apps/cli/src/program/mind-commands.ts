import { type Command } from '@commander-js/extra-typings'
import { group, leaf, oneText, writing } from './command-shape.ts'
import { choice, level, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/minds.ts')

export function addMindCommands(program: Command, run: Run): void {
  leaf(program, 'recall', 'spring tides --agent tide-watcher')
    .argument('[query...]', 'what you want to know, in your own words')
    .description('ask what an agent knows: its knowledge, and what others share')
    .option('--agent <id>', 'whose knowledge, yours if absent; in a run it is that of who runs')
    .option('--top <n>', 'how many at the most: 5 files, or 20 of a timeline', wholeNumber)
    .option('--full', 'with the whole text of each')
    .option('--timeline', 'what happened and what was learned, oldest first, instead of files')
    .option('--read <id>', 'one key point or entry of a log, instead of a query')
    .option('--as-of <date>', 'what was held to be so on a day, such as 2026-03-01')
    .action((query, o) => run(o, commands(), (m, c) => m.recall(c, { ...o, query: oneText(query) })))

  writing(program, 'reflect', 'tide-watcher')
    .argument('[agent]', 'whose logs; those of all agents if left out, and in a run those of who runs')
    .description('make key points of what stands in the logs: facts, preferences, decisions, learnings')
    .option('--threshold <n>', 'do nothing below that many entries that wait', wholeNumber)
    .option('--writer', 'let the language model of the settings choose what is kept')
    .action((agent, o) => run(o, commands(), (m, c) => m.reflect(c, { ...o, agent })))

  const identity = group(program, 'identity', 'init tide-watcher --entry AGENTS.md')
  identity.description('who agents are: their identities by ACAS 1.4.0')

  writing(identity, 'init', 'tide-watcher --entry AGENTS.md')
    .argument('<agent>', 'id of an agent')
    .description('give an agent an identity, and its entry file a block that leads to it')
    .option('--entry <file>', 'the file that its assistant reads at the start, such as AGENTS.md')
    .option('--uid <id>', 'its sender id on its platform; one is made if left out')
    .addOption(choice('--host <assistant>', 'write hooks for it', ['claude-code', 'codex', 'opencode']))
    .option('--yes', 'write the hooks without a question')
    .action((agent, { host: assistant, ...o }) =>
      run(o, commands(), (m, c) => m.identityInit(c, { ...o, agent, assistant })),
    )

  leaf(identity, 'check', 'tide-watcher')
    .argument('<agent>', 'id of an agent')
    .description('do the bootstrap flow: entry file, identity, sender id (ACAS_SENDER_ID), tables')
    .action((agent, o) => run(o, commands(), (m, c) => m.identityCheck(c, { agent })))

  leaf(identity, 'verify', '--level 2')
    .argument('[folder]', 'a space, or any folder with an identity.yaml; the space if left out')
    .description('run the acceptance criteria of ACAS 1.4.0 on minds, also those that others made')
    .option('--level <n>', 'its criteria and those of the levels below: 1, 2 or 3', level, 1)
    .option('--agent <id>', 'only this agent')
    .action((folder, o) => run(o, commands(), (m, c) => m.identityVerify(c, { ...o, folder })))

  leaf(identity, 'show', 'tide-watcher')
    .argument('<agent>', 'id of an agent')
    .description('show who an agent is, what it declares, and where its knowledge and logs lie')
    .action((agent, o) => run(o, commands(), (m, c) => m.identityShow(c, { agent })))

  const peers = group(program, 'peers', 'list --agent tide-watcher')
  peers.description('the agents that an agent works with: its peers.yaml by ACAS 1.4.0')
  const whose = ['--agent <id>', 'whose peers; in a run they are those of who runs'] as const

  leaf(peers, 'list', '"proofread this" --agent tide-watcher')
    .argument('[task...]', 'only active ones that fit it, best first')
    .description('list the peers of an agent')
    .option(...whose)
    .action((task, o) => run(o, commands(), (m, c) => m.peersList(c, { ...o, query: oneText(task) })))

  leaf(peers, 'mention', 'Bo --agent tide-watcher')
    .argument('<peer>', 'its name or uid')
    .description('write the mention of a peer as its platform wants it')
    .option(...whose)
    .action((peer, o) => run(o, commands(), (m, c) => m.peersMention(c, { ...o, peer })))

  leaf(peers, 'check', '"Ask Bo." --agent tide-watcher')
    .argument('<text...>', 'a message before it goes out')
    .description('check that a message mentions every peer that it names, by the right uid')
    .option(...whose)
    .action((text, o) => run(o, commands(), (m, c) => m.peersCheck(c, { ...o, text: oneText(text) ?? '' })))

  writing(peers, 'set', 'Bo --uid 9876543210 --role "Bakes bread" --agent tide-watcher')
    .argument('<peer>', 'its name; one that is there may be given by its uid')
    .description('add a peer, change or mute it, or let tasks be handed over to it')
    .option(...whose)
    .option('--uid <id>', 'its sender id on its platform')
    .option('--role <text>', 'what it does')
    .option('--mention <text>', 'as a message has to have it')
    .addOption(choice('--status <status>', 'muted: neither asks the other', ['active', 'inactive', 'muted']))
    .option('--capability <list...>', 'such as recall:v1')
    .option('--notes <text>', 'anything else')
    .option('--delegate', 'lets the agent hand tasks over to it')
    .option('--no-delegate', 'takes that back')
    .option('--remove', 'take it out')
    .action((peer, o) => run(o, commands(), (m, c) => m.peersSet(c, { ...o, peer })))

  leaf(peers, 'discover', '--agent tide-watcher')
    .description('announce an agent and take in whom it finds, as minds.discovery of the settings says')
    .option(...whose)
    .action((o) => run(o, commands(), (m, c) => m.peersDiscover(c, o)))

  leaf(peers, 'handshake', '--agent tide-watcher')
    .description('write what an agent says of itself to others, or take in what one of them said')
    .option(...whose)
    .option('--message <text>', 'a message with a handshake in a code block')
    .option('--from <id>', 'the sender id of the message, as the platform verified it')
    .action((o) => run(o, commands(), (m, c) => m.peersHandshake(c, o)))
}
