import { request } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'vitest'

/** A response as it came, with the body as text. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** Sends exactly these headers, also `Host`; `fetch` has a mind of its own. */
export async function ask(
  url: string,
  options: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Posts JSON as an A2A client does. */
export async function post(
  url: string,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return await ask(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
  })
}

/** Calls a method over JSON-RPC and gives `result` and `error` back. */
export async function rpc(
  endpoint: string,
  method: string,
  params: unknown,
): Promise<{ readonly id?: unknown; readonly result?: unknown; readonly error?: unknown }> {
  return jsonOf(await post(endpoint, { jsonrpc: '2.0', id: 7, method, params }))
}

/** The JSON of a response. */
export function jsonOf(answer: Answer): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(answer.text)
  if (typeof value !== 'object' || value === null) throw new Error(`no object: ${answer.text}`)
  return { ...value }
}

/** A message of a user. */
export function message(text: string, more: object = {}): object {
  return { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...more }
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}

/** Sends exactly these bytes and gives back what came until the end. */
export async function raw(port: number | string, sent: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent))
    socket.on('data', (data) => (received += data.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
