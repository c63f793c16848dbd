import { type Refusal, errorInfo } from '../http/refusal.ts'

/** What can be wrong with a request, by the name that A2A gives it. */
type Fault = keyof typeof faults

/** Codes of JSON-RPC, HTTP and gRPC for each fault. The last eight are of JSON-RPC and of this server, not of A2A. */
const faults = {
  TASK_NOT_FOUND: { rpc: -32001, http: 404, status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { rpc: -32002, http: 400, status: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { rpc: -32004, http: 400, status: 'FAILED_PRECONDITION' },
  CONTENT_TYPE_NOT_SUPPORTED: { rpc: -32005, http: 400, status: 'INVALID_ARGUMENT' },
  VERSION_NOT_SUPPORTED: { rpc: -32009, http: 400, status: 'FAILED_PRECONDITION' },
  PARSE_ERROR: { rpc: -32700, http: 400, status: 'INVALID_ARGUMENT' },
  INVALID_REQUEST: { rpc: -32600, http: 400, status: 'INVALID_ARGUMENT' },
  METHOD_NOT_FOUND: { rpc: -32601, http: 404, status: 'NOT_FOUND' },
  INVALID_PARAMS: { rpc: -32602, http: 400, status: 'INVALID_ARGUMENT' },
  INTERNAL: { rpc: -32603, http: 500, status: 'INTERNAL' },
  TOO_LARGE: { rpc: -32600, http: 413, status: 'INVALID_ARGUMENT' },
  OVERLOADED: { rpc: -32000, http: 429, status: 'RESOURCE_EXHAUSTED' },
  STOPPING: { rpc: -32000, http: 503, status: 'UNAVAILABLE' },
} as const

/** A2A's own codes of JSON-RPC go from -32001 down to -32009. */
const isOfA2a = (fault: Fault): boolean => faults[fault].rpc <= -32_001 && faults[fault].rpc >= -32_009

type FaultDetails = {
  readonly violations?: readonly { readonly field: string; readonly description: string }[]
  readonly metadata?: Readonly<Record<string, string>>
  /** Of the error table of this package, for a limit that was passed. */
  readonly code?: string
}

/** A request that is answered with an error of the protocol. It is for the wire, not for a person. */
export class ProtocolError extends Error {
  readonly fault: Fault
  readonly #given: FaultDetails

  constructor(fault: Fault, message: string, given: FaultDetails = {}) {
    super(message)
    this.fault = fault
    this.#given = given
  }

  get httpStatus(): number {
    return faults[this.fault].http
  }

  toJsonRpc(): Readonly<Record<string, unknown>> {
    const data = this.#details()
    return { code: faults[this.fault].rpc, message: this.message, ...(data.length > 0 ? { data } : {}) }
  }

  toRest(): Readonly<Record<string, unknown>> {
    const { http: code, status } = faults[this.fault]
    const details = this.#details()
    return { error: { code, status, message: this.message, ...(details.length > 0 ? { details } : {}) } }
  }

  /** How it is said outside of A2A. */
  toRefusal(): Refusal {
    return { status: this.fault === 'TOO_LARGE' ? 413 : 400, message: this.message, code: this.#given.code }
  }

  #details(): readonly object[] {
    const { code, metadata, violations = [] } = this.#given
    const info = { reason: this.fault, domain: 'a2a-protocol.org', ...(metadata === undefined ? {} : { metadata }) }
    const bad = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }
    return [
      ...(isOfA2a(this.fault) ? [errorInfo(info)] : []),
      ...(code === undefined ? [] : [errorInfo({ reason: code, domain: 'datacortex' })]),
      ...(violations.length > 0 ? [bad] : []),
    ]
  }
}
