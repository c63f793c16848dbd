import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { CommandResult, Context } from './context.ts'
import { createProgressLine } from './output/progress-line.ts'

/** What the program needs from the process it runs in. */
export type ProgramOptions = {
  readonly signal: AbortSignal
  readonly setExitCode: (code: number) => void
  /** Takes the result of a command instead of stdout. */
  readonly onResult?: ((result: CommandResult) => void) | undefined
}

const formats = ['auto', 'claude', 'skill', 'copilot', 'cursor', 'codex', 'datacore', 'a2a'] as const

/**
 * The whole command line: names, options and help. What a command does is imported when it runs, so that `--help`
 * loads neither the model nor the database.
 *
 * @param options - Abort signal and where the exit status goes.
 * @example await buildProgram(options).parseAsync(argv, { from: 'user' })
 */
export function buildProgram(options: ProgramOptions): Command {
  const run = runner(options)
  const program = new Command('datacortex')
    .description('Registers agents, finds the right one for a task by meaning, and hands it what it needs.')
    .version(version(), '-V, --version')
    .exitOverride()
    .showHelpAfterError('(datacortex --help shows what there is)')
    .addHelpText(
      'after',
      '\nExample:\n  datacortex init --from ~/.claude/agents\n  datacortex agent find "my pod keeps crash looping"',
    )

  writing(leaf(program, 'init'))
    .argument('[directory]', 'the folder that becomes a space', '.')
    .description('make a space; with --from, import the agents found there')
    .option('--from <path...>', 'folders or files with existing agents')
    .addOption(formatOption())
    .addHelpText('after', example('datacortex init ~/desk --from ~/desk/.claude/agents'))
    .action((directory, o) => run(o, async (c) => (await import('./commands/init.ts')).init(c, { ...o, directory })))

  addAgentCommands(program, run)
  addModuleCommands(program, run)
  addNoteCommands(program, run)

  leaf(program, 'doctor')
    .description('check the space: drift, dangling names, broken modules, stale index')
    .addHelpText('after', example('datacortex doctor'))
    .action((o) => run(o, async (c) => (await import('./commands/doctor.ts')).doctor(c)))

  leaf(program, 'demo')
    .description('the tour: every capability once, on a sample space, with times')
    .addHelpText('after', example('datacortex demo'))
    .action((o) =>
      run(o, async (c) => (await import('./commands/demo.ts')).demo(c, { run: (argv) => resultOf(argv, options) })),
    )

  leaf(program, 'completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('print a completion script for a shell')
    .addHelpText('after', example('datacortex completion bash >> ~/.bashrc'))
    .action((shell, o) => run(o, async () => (await import('./commands/completion.ts')).completion(program, shell)))
  return program
}

type Run = ReturnType<typeof runner>

function addAgentCommands(program: Command, run: Run): void {
  const agent = program.command('agent').description('register, list and find agents')
  agent.addHelpText('after', example('datacortex agent find "translate the release notes"'))

  writing(leaf(agent, 'import'))
    .argument('<path...>', 'files or folders')
    .description('import existing agents; importing again changes only what changed')
    .addOption(formatOption())
    .addHelpText('after', example('datacortex agent import ~/.claude/agents .github/agents'))
    .action((from, o) =>
      run(o, async (c) => (await import('./commands/agent-import.ts')).agentImport(c, { ...o, from })),
    )

  leaf(agent, 'list')
    .description('list the agents of the space')
    .option('--tag <tag...>', 'only agents with all of these tags')
    .option('--module <name>', 'only agents of this module')
    .option('--deprecated', 'only deprecated agents')
    .addHelpText('after', example('datacortex agent list --tag research'))
    .action((o) => run(o, async (c) => (await import('./commands/agent-list.ts')).agentList(c, o)))

  leaf(agent, 'show')
    .argument('<id>', 'id or former id of an agent')
    .description('show one agent, resolved through aliases, with its relations')
    .addHelpText('after', example('datacortex agent show kubernetes-specialist'))
    .action((id, o) => run(o, async (c) => (await import('./commands/agent-show.ts')).agentShow(c, { id })))

  leaf(agent, 'find')
    .argument('[query]', 'what you want done, in your own words')
    .description('find the right agents for a task by meaning')
    .option('--top <n>', 'how many at the most', wholeNumber, 5)
    .option('--tag <tag...>', 'only agents with all of these tags')
    .option('--min-score <score>', 'leave out scores below, 0–1 (from settings; 0.4 if not set)', fraction)
    .option('--explain', 'show each hit, both ranks and the weights')
    .option('--queries <file>', 'one query a line (- for stdin); answers as JSON lines, in order')
    .addHelpText('after', example('datacortex agent find "my pod keeps crash looping after the rollout"'))
    .action((query, o) => run(o, async (c) => (await import('./commands/agent-find.ts')).agentFind(c, { ...o, query })))
}

function addModuleCommands(program: Command, run: Run): void {
  const module = program
    .command('module')
    .description('install and remove modules: packages of agents, sources and code')
  module.addHelpText('after', example('datacortex module install ./my-module'))

  writing(leaf(module, 'install'))
    .argument('<spec>', 'a folder, a tarball, a git URL or an npm name')
    .description('install a module: shows what it provides and wants, then asks')
    .option('--yes', 'do not ask')
    .addHelpText('after', example('datacortex module install ./datacore-campaigns'))
    .action((spec, o) =>
      run(o, async (c) => (await import('./commands/module-install.ts')).moduleInstall(c, { ...o, spec })),
    )

  leaf(module, 'list')
    .description('list the modules of the space')
    .addHelpText('after', example('datacortex module list'))
    .action((o) => run(o, async (c) => (await import('./commands/module-list.ts')).moduleList(c)))

  writing(leaf(module, 'remove'))
    .argument('<name>', 'the name of an installed module')
    .description('remove a module with its agents and sources')
    .addHelpText('after', example('datacortex module remove datacore-campaigns'))
    .action((name, o) =>
      run(o, async (c) => (await import('./commands/module-remove.ts')).moduleRemove(c, { ...o, name })),
    )

  writing(leaf(module, 'sync'))
    .description('bring the registry in step with the module folders')
    .addHelpText('after', example('datacortex module sync --dry-run'))
    .action((o) => run(o, async (c) => (await import('./commands/module-sync.ts')).moduleSync(c, o)))
}

function addNoteCommands(program: Command, run: Run): void {
  writing(leaf(program, 'index'))
    .description('bring the index of the notes in step with the files')
    .option('--watch', 'go on with each change, until Ctrl-C')
    .option('--full', 'read and embed everything anew')
    .option('--yes', 'do not ask when many notes are gone: remove them from the index')
    .addHelpText('after', example('datacortex index --watch'))
    .action((o) => run(o, async (c) => (await import('./commands/index-notes.ts')).indexNotes(c, o)))

  writing(leaf(program, 'embed'))
    .description('store one text as knowledge, such as what a session learned')
    .requiredOption('--text <text>', 'the text')
    .requiredOption('--type <type>', 'what it is, such as session-memory')
    .option('--source <source>', 'the execution or the file of the space that it comes from')
    .option('--tags <tags>', 'comma-separated')
    .option('--agent <id>', 'the agent that learned it')
    .option('--supersedes <id>', 'the memory that it replaces')
    .option('--space <space>', 'the space it belongs to, such as 1-acme')
    .addHelpText(
      'after',
      example('datacortex embed --text "SPVs allow fractional ownership." --type session-memory --tags rwa'),
    )
    .action((o) => run(o, async (c) => (await import('./commands/embed.ts')).embed(c, o)))

  leaf(program, 'search')
    .argument('[query]', 'what you want to know, in your own words')
    .description('search notes and session memories by meaning, by words and along links')
    .option('--top <n>', 'how many at the most', wholeNumber, 5)
    .option('--type <type>', 'only this type: note, zettel, literature, journal, org, session-memory, …')
    .option('--tag <tag...>', 'only notes with all of these tags')
    .option('--expand <hops>', 'follow links and shared tags so many steps from the matches', hops, 0)
    .option('--space <space>', 'only this space, such as 0-personal')
    .addOption(
      new Option('--sources <where>', 'where to search')
        .choices(['local', 'web', 'all'] as const)
        .default('local' as const),
    )
    .option('--queries <file>', 'one query a line (- for stdin); answers as JSON lines, in order')
    .addHelpText('after', example('datacortex search "feeding a bread culture" --expand 1'))
    .action((query, o) => run(o, async (c) => (await import('./commands/search.ts')).search(c, { ...o, query })))
}

function leaf(parent: Command, name: string) {
  return parent
    .command(name)
    .option('--root <dir>', 'the space; without it, the nearest folder upward that has .datacore/')
    .option('--json', 'one JSON document on stdout')
}

function writing(command: ReturnType<typeof leaf>) {
  return command.option('--dry-run', 'say what would be done, change nothing')
}

function formatOption() {
  return new Option('--format <format>', 'what kind of agents these are').choices(formats).default('auto' as const)
}

/** Runs one command: context in, result out, printed. */
function runner({ signal, setExitCode, onResult }: ProgramOptions) {
  return async (
    options: { readonly root?: string | undefined; readonly json?: true | undefined },
    command: (context: Context) => Promise<CommandResult | AsyncIterable<unknown>>,
  ): Promise<void> => {
    const { onProgress, clear } = createProgressLine(process.stderr)
    const json = options.json ?? false
    try {
      const result = await command({ root: options.root, json, signal, onProgress })
      clear()
      if (Symbol.asyncIterator in result) {
        for await (const answer of result) await write(`${JSON.stringify(answer)}\n`)
        return
      }
      if (onResult !== undefined) return onResult(result)
      await write(json ? `${JSON.stringify(result.data)}\n` : result.lines.map((line) => `${line}\n`).join(''))
      setExitCode(result.exitCode ?? 0)
    } finally {
      clear()
    }
  }
}

/** Runs another command line in this process and gives back what it would print. */
async function resultOf(argv: readonly string[], { signal }: ProgramOptions): Promise<CommandResult> {
  let result: CommandResult = { data: undefined, lines: [] }
  const program = buildProgram({ signal, setExitCode: () => {}, onResult: (printed) => (result = printed) })
  await program.parseAsync([...argv], { from: 'user' })
  return result
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '0.0.0'
}

function example(command: string): string {
  return `\nExample:\n  ${command}`
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return value
}

function hops(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > 5)
    throw new InvalidArgumentError('It must be a whole number from 0 to 5.')
  return value
}

function fraction(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return value
}
