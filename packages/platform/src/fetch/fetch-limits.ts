import { patientLimit } from '../patient-limit.ts'

/** How much one request may take. Times in milliseconds, sizes in bytes. */
export type FetchLimits = {
  /** Looking up the name, connecting and agreeing on encryption. */
  readonly connectMs: number
  /** From sending to the whole of the headers of the answer; connecting counts. */
  readonly firstByteMs: number
  /** Between two pieces of the body. */
  readonly idleMs: number
  /** From the first request to the end of the body, redirects included, waiting for the host's turn not. */
  readonly totalMs: number
  /** Longest wait until the host may be asked again. */
  readonly turnMs: number
  readonly headerBytes: number
  /** Of a body as it is sent over the network. */
  readonly wireBytes: number
  /** Of a body after it is decompressed. */
  readonly bodyBytes: number
  readonly sentBytes: number
  readonly redirects: number
}

export const defaultLimits: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 30_000,
  idleMs: 30_000,
  totalMs: 120_000,
  turnMs: 60_000,
  headerBytes: 65_536,
  wireBytes: 50_000_000,
  bodyBytes: 100_000_000,
  sentBytes: 50_000_000,
  redirects: 5,
}

/** {@link defaultLimits} on this machine. */
export function limitsHere(): FetchLimits {
  const times = ['connectMs', 'firstByteMs', 'idleMs', 'totalMs'] as const
  return { ...defaultLimits, ...Object.fromEntries(times.map((name) => [name, patientLimit(defaultLimits[name])])) }
}

/** For models and agents, which think before they answer; who asks them has limits of time of their own. */
export const patientLimits: Partial<FetchLimits> = { firstByteMs: 300_000, idleMs: 3_600_000, totalMs: 24 * 3_600_000 }
