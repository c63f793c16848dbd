import { Console } from 'node:console'
import { CodedError, holdsSecretKey } from '@datacortex/errors'
import { type StoppedStatus, onStopSignals } from '@datacortex/platform/stop-signals'
import { CommanderError } from 'commander'
import { spaceError } from '@datacortex/space/errors'
import { moduleCodeRan, onModuleCode } from '@datacortex/space/process'
import { endByForce } from './end-by-force.ts'
import { guardModuleCode } from './guard-module-code.ts'
import { programFor } from './program.ts'
import { commandAt, usageHint } from './program/help-for.ts'
import { spaceNamer } from './program/name-space.ts'
import { nearestCommands } from './program/nearest-commands.ts'
import { reportInterrupted } from './output/report-interrupted.ts'
import { reportError } from './output/report-error.ts'

export async function main(argv: readonly string[]): Promise<number> {
  const controller = new AbortController()
  let stopped: StoppedStatus = 130
  using _ = onStopSignals((status) => {
    stopped = status
    controller.abort(new DOMException('Interrupted.', 'AbortError'))
  })
  // A reader that closes early, such as `head`, is no error, and nothing is worth going on for the one who left. What else
  // goes wrong is said by the one who writes.
  const readerLeft = new DOMException('Nobody reads the output any more.', 'AbortError')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') controller.abort(readerLeft)
  })
  // Of a terminal that is gone, or a reader that left: there is nobody to tell, and the work goes on without being told of.
  process.stderr.on('error', () => {})
  // Results alone go to stdout; whatever else writes to the console is code of a module.
  Object.assign(console, new Console({ stdout: process.stderr, stderr: process.stderr }))
  const json = argv.includes('--json')
  let isDone = false
  onModuleCode(() => guardModuleCode({ json, isDone: () => isDone }))
  const outcome = { exitCode: 0 }
  // It would stand in the list of processes and in the history of the shell, and any error would repeat it.
  if (argv.some(holdsSecretKey))
    return reportError(spaceError('SPACE_SECRET_KEY_REFUSED', { name: 'the command' }), { json })
  const options = { signal: controller.signal, setExitCode: (code: number) => void (outcome.exitCode = code) }
  const program = programFor(argv, options)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return outcome.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, { argv, program })
    if (error === readerLeft) return outcome.exitCode
    const { command } = commandAt(program, argv)
    const root: unknown = command.opts()['root'] ?? (command.name() === 'init' ? command.args[0] : undefined)
    const named = await spaceNamer((words) => programFor(words, options), typeof root === 'string' ? root : undefined)
    const instead = CodedError.is(error, 'CLI_INTERRUPTED') ? error.details['instead'] : undefined
    if (controller.signal.aborted && instead === undefined) {
      reportInterrupted(error, { json, named })
      return stopped
    }
    return reportError(instead ?? error, { json, named })
  } finally {
    isDone = true
    if (moduleCodeRan()) endByForce(1000)
    // Anyone who interrupts an embedding waits for the text that is being embedded, but for no pipe.
    else if (controller.signal.aborted) endByForce(5000)
  }
}

type Usage = { readonly argv: readonly string[]; readonly program: ReturnType<typeof programFor> }

function reportUsage(error: CommanderError, { argv, program }: Usage): number {
  // Commander throws for --help and --version too, with status 0, after it has printed.
  if (error.exitCode === 0) return 0
  const hint = usageHint(program, argv)
  const message =
    error.code === 'commander.unknownCommand'
      ? unknownCommand(error, { argv, program })
      : error.message.replace(/^error: /, '')
  if (argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ error: { code: 'CLI_USAGE', message, hint } })}\n`)
  // A group without a command was answered with its help.
  if (error.code !== 'commander.help') process.stderr.write(`error: ${message}\nhint       ${hint}\n`)
  return 2
}

/** Commander looks for what is near among the commands beside it only. */
function unknownCommand({ message }: CommanderError, { argv, program }: Usage): string {
  const near = nearestCommands(program, argv)
  const [unknown = ''] = message.replace(/^error: /, '').split('\n')
  return near.length === 0
    ? unknown
    : `${unknown}\n(Did you mean ${near.length > 1 ? 'one of ' : ''}${near.join(', ')}?)`
}
