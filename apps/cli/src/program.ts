import { readFileSync } from 'node:fs'
import { type CommandUnknownOpts, Command } from '@commander-js/extra-typings'
import type { CommandResult } from './context.ts'
import { addAgentCommands, addComponentCommands, addShortCommands } from './program/agent-commands.ts'
import { agentFormats } from './program/agent-formats.ts'
import { addNostrCommands } from './program/nostr-commands.ts'
import { addChainCommands } from './program/chain-commands.ts'
import { checkValues } from './program/check-values.ts'
import { builtFor, example, isLeaf, leaf, writing } from './program/command-shape.ts'
import { addDirectoryCommands } from './program/directory-commands.ts'
import { commandAt, showHelp } from './program/help-for.ts'
import { addLogCommands } from './program/log-commands.ts'
import { addMindCommands } from './program/mind-commands.ts'
import { addModelCommands } from './program/model-commands.ts'
import { addModuleCommands } from './program/module-commands.ts'
import { addNightshiftCommands } from './program/nightshift-commands.ts'
import { addNoteCommands } from './program/note-commands.ts'
import { addResearchCommands } from './program/research-commands.ts'
import { addTaskCommands } from './program/task-commands.ts'
import { addMemoryCommands } from './program/memory-commands.ts'
import { addSingleNoteCommands } from './program/single-note-commands.ts'
import { choice, portNumber } from './program/option-values.ts'
import { addPublishCommands } from './program/publish-commands.ts'
import { addRunnerCommands } from './program/runner-commands.ts'
import { addSyncCommands } from './program/sync-commands.ts'
import { addTokenCommands } from './program/token-commands.ts'
import { addTrustCommands } from './program/trust-commands.ts'
import { type ProgramOptions, runner } from './program/run-command.ts'

/** Builds of all commands the one that words name, in a fifth of the time; all if they name none. */
export function programFor(words: readonly string[], options: ProgramOptions): Command {
  const program = buildProgram(options, words)
  return isLeaf(commandAt(program, words).command) ? program : buildProgram(options)
}

export function buildProgram(options: ProgramOptions, words?: readonly string[]): Command {
  const program = new Command('datacortex')
    .description('Registers agents, finds the right one for a task by meaning, and hands it what it needs.')
    .version(version(), '-V, --version')
    // Options stand behind the command that they belong to.
    .enablePositionalOptions()
    .exitOverride()
    .hook('preAction', (_, command) => checkValues(command))
    // Anyone who runs the program says what was wrong, with commands that are near.
    .configureOutput({ outputError: () => {} })
    // Names and arguments are enough in a list, and leave room for what it says in 80 columns.
    .configureHelp({ subcommandTerm: termOf, minWidthToWrap: 20 })
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nExample:\n  datacortex init --from ~/.claude/agents\n  datacortex find my pod keeps crash looping' +
        '\n\nEnvironment:' +
        '\n  DATACORTEX_ROOT       the space where you are in none, before your' +
        '\n                        default' +
        '\n  DATACORTEX_LOG        level of what modules log to stderr: debug, info, warn' +
        '\n                        (if not set) or error' +
        '\n  DATACORTEX_CACHE_DIR  folder of the model' +
        '\n  DATACORTEX_PATIENCE   how many times longer default time limits are on a' +
        '\n                        slow or busy machine: 1 to 1000' +
        '\n  NO_COLOR              no colours',
    )

  if (words !== undefined) builtFor.set(program, words)
  const run = runner((hinted) => programFor(hinted, options), options)
  program.commandsGroup('Start:')
  writing(program, 'init', '~/desk --from ~/desk/.claude/agents')
    .argument('[directory]', 'the folder that becomes a space; this one if it is left out')
    .description('make a space; with --from, import the agents found there')
    .option('--from <path...>', 'folders or files with existing agents')
    .option('--sample', 'begin with a dozen sample agents, in .claude/agents of the space')
    .option('--default', 'use this space wherever you are in none')
    .option('--yes', 'do not ask whether a space is wanted inside of another one')
    .addOption(choice('--format <format>', 'what kind of agents these are', agentFormats).default('auto' as const))
    .action((directory, o) => run(o, import('./commands/init.ts'), (m, c) => m.init(c, { ...o, directory })))

  leaf(program, 'status')
    .description('show where the space stands: agents, notes, index, trust, what to do next')
    .action((o) => run(o, import('./commands/status.ts'), (m, c) => m.status(c)))

  leaf(program, 'open')
    .description('open the page of the space in the browser: find, read, run, correct; Ctrl-C ends it')
    .option('--port <port>', 'a free one if not given', portNumber)
    .option('--runner <name>', 'the runner of settings.yaml that runs the agents')
    .option('--no-browser', 'print the link, which works once, and start nothing')
    .action((o) => run(o, import('./commands/open.ts'), (m, c) => m.openPage(c, o)))

  program.commandsGroup('Agents:')
  addShortCommands(program, run)
  addTaskCommands(program, run)
  addAgentCommands(program, run)
  addRunnerCommands(program, run)
  addComponentCommands(program, run)
  addDirectoryCommands(program, run)
  addLogCommands(program, run)

  program.commandsGroup('Notes and memory:')
  addNoteCommands(program, run)
  addSingleNoteCommands(program, run)
  addMemoryCommands(program, run)
  addMindCommands(program, run)
  addResearchCommands(program, run)
  addNightshiftCommands(program, run)
  addSyncCommands(program, run)

  program.commandsGroup('Publishing:')
  addPublishCommands(program, run)
  addChainCommands(program, run)
  addNostrCommands(program, run)

  addTokenCommands(program, run)

  program.commandsGroup('Space and program:')
  addModuleCommands(program, run)
  addModelCommands(program, run)
  addTrustCommands(program, run)

  leaf(program, 'settings', 'find')
    .description('each setting, and where its value comes from')
    .argument('[key]', 'only this one and what stands below it, such as find.min_score')
    .option('--changed', 'without those that nobody changed')
    .action((key, o) => run(o, import('./commands/settings.ts'), (m, c) => m.settings(c, { ...o, key })))

  leaf(program, 'doctor')
    .description('check the space: drift, dangling names, broken modules, stale index')
    .action((o) => run(o, import('./commands/doctor.ts'), (m, c) => m.doctor(c)))

  leaf(program, 'demo')
    .helpGroup('Start:')
    .description('the tour: every capability once, on a sample space, with times')
    .action((o) =>
      run(o, import('./commands/demo.ts'), (m, c) => m.demo(c, { run: (argv) => resultOf(argv, options) })),
    )

  leaf(program, 'mcp', '--root ~/desk   (in Claude Code: claude mcp add desk -- datacortex mcp --watch --root ~/desk)')
    .description(
      'serve the space to an assistant that starts this: tools, prompts and notes over stdin and stdout (MCP)',
    )
    .option('--read-only', 'leave out the tools that write, run agents or ask others')
    .option('--tools <groups>', 'groups of tools, such as core,notes,research; all for each there is')
    .option('--watch', 'keep the index in step with what others write meanwhile')
    .action((o) => run(o, import('./commands/mcp.ts'), (m, c) => m.mcp(c, o, { version: program.version() ?? '' })))

  leaf(program, 'completion', 'bash >> ~/.bashrc')
    .argument('<shell>', 'bash, zsh or fish')
    .description('print a completion script for a shell')
    .action((shell, o) => run(o, import('./commands/completion.ts'), (m) => m.completion(buildProgram(options), shell)))

  program
    .command('help')
    .argument('[command...]', 'names of commands')
    .description('show the help of a command')
    .addHelpText('after', example('datacortex help find'))
    .action((names) => showHelp(buildProgram(options), names))
  return program
}

function termOf(command: CommandUnknownOpts): string {
  const names = command.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? '...' : ''}`
    return one.required ? `<${name}>` : `[${name}]`
  })
  return [command.name(), ...names].join(' ')
}

/** Runs another command line in this process and gives back what it would print. */
async function resultOf(argv: readonly string[], { signal }: ProgramOptions): Promise<CommandResult> {
  let result: CommandResult = { data: undefined, lines: [] }
  const program = programFor(argv, {
    signal,
    setExitCode: () => {},
    onResult: (printed) => (result = printed),
  })
  await program.parseAsync([...argv], { from: 'user' })
  return result
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '0.0.0'
}
