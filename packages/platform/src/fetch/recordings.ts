import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redact } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { ifMissing } from '../files/if-missing.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { Answer, Hop, sendOnce } from './send-once.ts'

/** A folder of answers, one a file. */
export type RecordingOptions = {
  readonly directory: string
  /** `record` asks the network and writes; `replay` asks nobody. */
  readonly mode: 'record' | 'replay'
}

type Recording = {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text?: string | undefined
  readonly base64?: string | undefined
}

/** Sends through recordings, if there are any. */
export function withRecordings(recordings: RecordingOptions | undefined, send: typeof sendOnce): typeof sendOnce {
  if (recordings === undefined) return send
  return async (hop, options) => {
    const file = join(recordings.directory, recordingName(hop))
    if (recordings.mode === 'replay') return await replayed(hop, file)
    const answer = await send(hop, options)
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body ?? []) pieces.push(piece)
    const recording = recordingOf(hop, { answer, bytes: Buffer.concat(pieces) })
    await writeFileAtomically(file, `${JSON.stringify(recording, null, 2)}\n`)
    return answerOf(hop, recording)
  }
}

/** The same for every key, so that recordings of one person replay for all. */
function recordingName({ method, url, body }: Hop): string {
  const digest = sha256(`${method} ${redact(url.href)} ${sha256(body ?? '')}`).slice(0, 16)
  return `${url.hostname.replace(/[^a-z0-9.-]/g, '_')}-${digest}.json`
}

async function replayed(hop: Hop, file: string): Promise<Answer> {
  const text = await readFile(file, 'utf8').catch(ifMissing(undefined))
  if (text === undefined) throw platformError('FETCH_RECORDING_MISSING', { url: hop.url.href, file })
  return answerOf(hop, JSON.parse(text) as Recording)
}

function recordingOf(hop: Hop, { answer, bytes }: { answer: Answer; bytes: Buffer }): Recording {
  const secrets = secretsOf(hop)
  const clean = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  const text = bytes.toString('utf8')
  const isText = Buffer.from(text, 'utf8').equals(bytes)
  return {
    method: hop.method,
    url: redact(clean(hop.url.href)),
    status: answer.status,
    headers: [...answer.headers].map(([name, value]) => [name, redact(clean(value))] as const),
    ...(isText ? { text: clean(text) } : { base64: bytes.toString('base64') }),
  }
}

const secretName = /auth|key|token|secret|password|sig|session|credential/i

function secretsOf({ headers, url }: Hop): readonly string[] {
  const named = [...headers, ...url.searchParams].filter(([name]) => secretName.test(name))
  return named
    .flatMap(([, value]) => [value, ...value.split(/\s+/).slice(1), encodeURIComponent(value)])
    .filter((secret) => secret.length >= 4)
    .sort((one, other) => other.length - one.length)
}

function answerOf({ method }: Hop, { status, headers, text, base64 }: Recording): Answer {
  const bytes = base64 === undefined ? Buffer.from(text ?? '', 'utf8') : Buffer.from(base64, 'base64')
  const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(status)
  return {
    status,
    statusText: '',
    headers: new Headers(headers.map(([name, value]): [string, string] => [name, value])),
    ...(hasBody ? { body: only(bytes) } : {}),
    close: () => {},
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield await Promise.resolve(bytes)
}
