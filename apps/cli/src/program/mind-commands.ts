import type { Command } from '@commander-js/extra-typings'
import { example, leaf, oneText, writing } from './command-shape.ts'
import { wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/minds.ts')

/** `identity …`, `recall` and `reflect`: who agents are, and what they know. */
export function addMindCommands(program: Command, run: Run): void {
  leaf(program, 'recall', 'spring tides --agent tide-watcher')
    .argument('<query...>', 'what you want to know, in your own words')
    .description('ask what an agent knows: its knowledge, and what others share')
    .option('--agent <id>', 'whose knowledge; in a run it is that of who runs')
    .option('--top <n>', 'how many files at the most', wholeNumber, 5)
    .option('--full', 'with the whole text of each')
    .action((query, o) => run(o, async (c) => (await commands()).recall(c, { ...o, query: oneText(query) ?? '' })))

  writing(program, 'reflect', 'tide-watcher')
    .argument('[agent]', 'whose logs; those of all agents if left out, and in a run those of who runs')
    .description('make key points of what stands in the logs: facts, preferences, decisions, learnings')
    .option('--threshold <n>', 'do nothing below that many entries that wait', wholeNumber)
    .option('--writer', 'let the language model of the settings choose what is kept')
    .action((agent, o) => run(o, async (c) => (await commands()).reflect(c, { ...o, agent })))

  const identity = program.command('identity').description('who agents are: their identities by ACAS 1.4.0')
  identity.addHelpText('after', example('datacortex identity init tide-watcher --entry AGENTS.md'))

  writing(identity, 'init', 'tide-watcher --entry AGENTS.md')
    .argument('<agent>', 'id of an agent')
    .description('give an agent an identity, and its entry file a block that leads to it')
    .option('--entry <file>', 'the file that its assistant reads at the start, such as AGENTS.md')
    .option('--uid <id>', 'its sender id on its platform; one is made if left out')
    .action((agent, o) => run(o, async (c) => (await commands()).identityInit(c, { ...o, agent })))

  leaf(identity, 'check', 'tide-watcher')
    .argument('<agent>', 'id of an agent')
    .description('do the bootstrap flow: entry file, identity, sender id (ACAS_SENDER_ID), tables')
    .action((agent, o) => run(o, async (c) => (await commands()).identityCheck(c, { agent })))

  leaf(identity, 'show', 'tide-watcher')
    .argument('<agent>', 'id of an agent')
    .description('show who an agent is, what it declares, and where its knowledge and logs lie')
    .action((agent, o) => run(o, async (c) => (await commands()).identityShow(c, { agent })))
}
