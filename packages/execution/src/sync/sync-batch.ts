import { createPublicKey, verify } from 'node:crypto'
import { attempt } from '@datacortex/errors'
import { jsonOf, sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { executionError } from '../errors.ts'
import type { SyncRows } from './sync-rows.ts'

/** Who signs what this machine pushes. */
export type MachineKey = {
  /** The public key (Ed25519), as the `x` of a JWK. */
  readonly x: string
  /** Signs the bytes of a text; in base64url. */
  readonly sign: (text: string) => Promise<string>
}

/** What a machine pushed at one time, as its line says it. */
export type SyncBatch = {
  readonly machine: string
  /** The log of one clone on one machine: its machine, and what tells its clones apart. */
  readonly stream: string
  readonly space: string
  /** 1 for the first one of its stream. */
  readonly number: number
  /** SHA-256 of the line before. */
  readonly before: string
  readonly rows: unknown
}

/** A line of a stream: key, signature and body, which is JSON. What is signed are its bytes, so nothing has to be canonical. */
export const largestLineBytes = 400_000

/**
 * The name of a machine: what its key hashes to.
 * @example machineOf(key.x) // '3f2a91c0…'
 */
export function machineOf(x: string): string {
  return sha256(x).slice(0, 32)
}

/** Signs a batch. */
export async function writeLine(
  key: MachineKey,
  {
    log,
    rows,
    ...place
  }: Pick<SyncBatch, 'space' | 'number' | 'before'> & { readonly log: string; readonly rows: SyncRows },
): Promise<string> {
  const body = JSON.stringify({ v: 1, log, ...place, rows })
  return `${key.x} ${await key.sign(body)} ${body}`
}

/**
 * Reads a line of a stream.
 * @throws `EXECUTION_SYNC_TOO_LARGE`, `EXECUTION_SYNC_UNREADABLE`, or `EXECUTION_SYNC_FORGED` where its key did not sign it.
 */
export function readLine(line: string): SyncBatch {
  if (Buffer.byteLength(line) > largestLineBytes)
    throw executionError('EXECUTION_SYNC_TOO_LARGE', { sizeBytes: Buffer.byteLength(line), most: largestLineBytes })
  const [, x = '', signature = '', body = ''] = /^([\w-]{43}) ([\w-]{86}) (\{.*\})$/.exec(line) ?? []
  if (body === '') throw executionError('EXECUTION_SYNC_UNREADABLE', { reason: 'it is cut off, or no batch' })
  const machine = machineOf(x)
  if (!isSigned(body, { x, signature })) throw executionError('EXECUTION_SYNC_FORGED', { machine })
  const { success, data, error } = Body.safeParse(jsonOf(body))
  if (!success)
    throw executionError('EXECUTION_SYNC_UNREADABLE', { reason: error.issues[0]?.message ?? 'its body is none' })
  const { log, space, number, before, rows } = data
  return { machine, stream: `${machine}.${log}`, space, number, before, rows }
}

const Body = z.object({
  v: z.literal(1),
  log: z.string().regex(/^[0-9a-f]{8}$/),
  space: z.string().min(1).max(100),
  number: z.int().min(1),
  before: z.string().max(64),
  rows: z.unknown(),
})

function isSigned(body: string, { x, signature }: { readonly x: string; readonly signature: string }): boolean {
  return attempt(
    () => {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
      return verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64url'))
    },
    // No point of the curve.
    () => false,
  )
}
