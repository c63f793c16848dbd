import { spawn } from 'node:child_process'
import { espeakError } from './errors.ts'

export type EspeakCall = {
  readonly command: string
  readonly args: readonly string[]
  /** Given to its standard input. */
  readonly text?: string | undefined
  readonly signal: AbortSignal
}

const maxBytes = 200_000_000

/** What the program writes to its standard output. Throws `SPEECH_ESPEAK_MISSING` or `SPEECH_ESPEAK_FAILED`. */
export async function runEspeak({ command, args, text = '', signal }: EspeakCall): Promise<Buffer> {
  signal.throwIfAborted()
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
  const out: Buffer[] = []
  let sizeBytes = 0
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) child.kill('SIGKILL')
    else out.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, 300)))
  // A program that ends early closes its input; how it ended says why.
  child.stdin.on('error', () => {})
  child.stdin.end(text)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  child.on('error', (cause) => {
    if (signal.aborted) reject(signal.reason)
    else reject(espeakError('SPEECH_ESPEAK_MISSING', { command }, { cause }))
  })
  child.on('close', (status) => {
    const reason = said.trim().split('\n')[0] || `it ended with ${status ?? 'a signal'}`
    if (status === 0) resolve(Buffer.concat(out))
    else reject(espeakError('SPEECH_ESPEAK_FAILED', { reason }))
  })
  return await promise
}
