import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type JSONRPCMessage, type Transport, ReadBuffer, serializeMessage } from '@modelcontextprotocol/client'

export type GroupTransportOptions = {
  readonly command: string
  readonly args: readonly string[]
  /** All variables that it sees. */
  readonly env: Readonly<Record<string, string>>
  readonly directory: string
}

const maxMessageBytes = 10_000_000

/** How long it may take to end by itself and after being asked to, each. */
const graceMs = 500

/** MCP over standard streams of a process that leads a group: closing ends all that it started, as npx leaves some. */
export class GroupTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  readonly #options: GroupTransportOptions
  readonly #buffer = new ReadBuffer({ maxBufferSize: maxMessageBytes })
  /** Of a line that has no end yet: to put each piece behind the others at once would move them all again. */
  #pieces: Buffer[] = []
  #pieceBytes = 0
  #child: ChildProcess | undefined
  #closing: Promise<void> | undefined

  constructor(options: GroupTransportOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { command, args, env, directory } = this.#options
    const child = spawn(command, args, { cwd: directory, env, stdio: 'pipe', detached: hasGroups, windowsHide: true })
    this.#child = child
    // If this process ends in a hurry, the server goes with it.
    const onExit = (): void => kill(child, 'SIGKILL')
    process.once('exit', onExit)
    child.once('close', () => {
      process.off('exit', onExit)
      this.onclose?.()
    })
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on('error', (error: Error) => this.onerror?.(error))
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    // A full pipe would stop it.
    child.stderr.resume()
    await once(child, 'spawn')
    child.on('error', (error) => this.onerror?.(error))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (stdin === null || stdin === undefined || !stdin.writable) throw new Error('the server has ended')
    await new Promise<void>((resolve, reject) =>
      stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve())),
    )
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end()
    await this.#closing
  }

  async #end(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.pid === undefined) return
    child.stdin?.end()
    if (!(await ended(child, graceMs))) kill(child, 'SIGTERM')
    await ended(child, graceMs)
    // The leader may have gone and left others of its group.
    kill(child, 'SIGKILL')
    await ended(child, 5000)
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    this.#buffer.clear()
  }

  #read(chunk: Buffer): void {
    this.#pieces.push(chunk)
    this.#pieceBytes += chunk.length
    if (!chunk.includes('\n') && this.#pieceBytes <= maxMessageBytes) return
    const pieces = this.#pieces.splice(0)
    this.#pieceBytes = 0
    try {
      this.#buffer.append(Buffer.concat(pieces))
      for (let message = this.#buffer.readMessage(); message !== null; message = this.#buffer.readMessage())
        this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
      this.close().catch((problem: unknown) => this.onerror?.(problem as Error))
    }
  }
}

const hasGroups = process.platform !== 'win32'

async function ended(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true
  return await once(child, 'exit', { signal: AbortSignal.timeout(withinMs) }).then(
    () => true,
    () => false,
  )
}

/** The whole group; on Windows the tree. */
function kill(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, signal)
    else spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  } catch (error) {
    // Nobody of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
