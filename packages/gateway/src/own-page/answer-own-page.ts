import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { rights } from '@datacortex/space'
import { answerRefusal } from '../http/answer-document.ts'
import { checkHost } from '../http/check-host.ts'
import { clientOfRequest } from '../http/client-address.ts'
import type { GuardOptions } from '../http/guard.ts'
import type { Refusal } from '../http/refusal.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import type { Sessions } from './sessions.ts'

export type OwnPageOptions = {
  readonly guard: GuardOptions
  readonly files: PageFiles
  readonly sessions: Sessions
  /** By which `datacortex open` gets a link from a server that runs already. */
  readonly key: string
  readonly root: string
  /** Somebody came by a link, and will ask soon. */
  readonly onSignIn: () => void
}

/** Answers what is asked of the page under `/app/`: its files, which say nothing of the space, and who signs in. */
export async function answerOwnPage(
  request: IncomingMessage,
  response: ServerResponse,
  options: OwnPageOptions,
): Promise<boolean> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const moved = movedTo(request, path, options)
  if (moved === undefined && path !== '/app' && !path.startsWith('/app/')) return false
  const wrongHost = checkHost(request.headers, options.guard.rules)
  if (wrongHost !== undefined) await answerRefusal(response, wrongHost)
  else if (moved !== undefined) response.writeHead(307, { location: moved, 'cache-control': 'no-store' }).end()
  else if (path === '/app') response.writeHead(308, { location: 'app/' }).end()
  else if (request.method === 'POST') await answerSignIn(request, response, { ...options, path })
  else if (request.method === 'GET' || request.method === 'HEAD')
    await answerFile(request, response, { ...options, path })
  else await answerRefusal(response, { status: 405, message: 'Only GET.', headers: { allow: 'GET, HEAD' } })
  return true
}

/** Where a browser finds what was a page of this server: its search, and what is shown to nobody without a token. */
function movedTo(
  { method, url = '', headers }: IncomingMessage,
  path: string,
  { guard: { clients, publicCards } }: OwnPageOptions,
): string | undefined {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return undefined
  const query = new URLSearchParams(url.split('?')[1]).get('q') ?? ''
  if (path === '/find') return query === '' ? 'app/' : `app/?${new URLSearchParams({ q: query }).toString()}`
  if (!clients.isSecured || publicCards || headers.authorization !== undefined) return undefined
  if (path === '/') return 'app/'
  const agent = /^\/agents\/([^/]+)\/?$/.exec(path)?.[1]
  if (agent === undefined) return undefined
  return `${path.endsWith('/') ? '../../' : '../'}app/agent/${agent}`
}

/**
 * Lets the page do nothing but run and show its own files, and ask this server. Of styles it has
 * those of its file, and what carries the nonce of this answer: the editor makes its own as it goes.
 */
const ownPagePolicy = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'${nonce === '' ? '' : ` 'nonce-${nonce}'`}`,
    `connect-src 'self'`,
    // Pictures of notes and sounds, which the page fetches as its user.
    `img-src 'self' blob:`,
    `worker-src 'self'`,
    `media-src blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

type Asked = OwnPageOptions & { readonly path: string }

/** Whatever is no file is an address of the page itself, which shows it once its script runs. */
async function answerFile(request: IncomingMessage, response: ServerResponse, { files, path }: Asked): Promise<void> {
  const own = path.slice('/app/'.length)
  const all = await files()
  const file = all.get(own)
  if (file !== undefined && own.startsWith('assets/')) {
    // Their names change with what is in them.
    return send(request, response, { file, cache: 'public, max-age=31536000, immutable' })
  }
  const index = all.get('index.html')
  if (own.startsWith('assets/') || index === undefined)
    return await answerRefusal(response, { status: 404, message: 'There is nothing under this address.' })
  // Relative, so that a path which a proxy put before stays.
  const above = '../'.repeat(own.split('/').length - 1) || './'
  const nonce = randomBytes(16).toString('base64')
  const text = index.body.toString().replaceAll(/(src|href)="\.\//g, `$1="${above}`)
  const body = Buffer.from(text.replace('nonce-of-this-answer', nonce))
  return send(request, response, { file: { ...index, body }, cache: 'no-store', nonce })
}

type Sent = { readonly file: PageFile; readonly cache: string; readonly nonce?: string }

function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { file: { body, encoded, type }, cache, nonce = '' }: Sent,
): void {
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((one) => one.trim())
  const known = cache === 'no-store' ? [] : (['br', 'gzip'] as const)
  const encoding = known.find((one) => accepted.includes(one) && encoded[one] !== undefined)
  const sent = (encoding === undefined ? undefined : encoded[encoding]?.()) ?? body
  response.writeHead(200, {
    ...always,
    'content-security-policy': ownPagePolicy(nonce),
    'content-type': type,
    'content-length': String(sent.byteLength),
    'cache-control': cache,
    vary: 'Origin, Accept-Encoding',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  })
  response.end(method === 'HEAD' ? undefined : sent)
}

/**
 * `POST /app/session` with `Authorization: Code …` is answered with a token, with `Bearer …` by what this may do; both with
 * a header that pages of others can't send without asking. `POST /app/code` with the key of the server gives a code.
 */
async function answerSignIn(request: IncomingMessage, response: ServerResponse, options: Asked): Promise<void> {
  const { guard, sessions, key, path, root } = options
  request.resume()
  const waitSeconds = guard.rate.take(clientOfRequest(request, guard))
  if (waitSeconds > 0)
    return await answerRefusal(response, { ...tooMany, headers: { 'retry-after': String(waitSeconds) } })
  const { authorization = '' } = request.headers
  if (path === '/app/code') {
    if (sha256(authorization) !== sha256(`Bearer ${key}`)) return await answerRefusal(response, unknown)
    return json(response, { code: sessions.newCode() })
  }
  if (path !== '/app/session') return await answerRefusal(response, { status: 404, message: 'There is nothing here.' })
  const space = basename(root)
  const code = /^Code (\S+)$/.exec(authorization)?.[1]
  if (code !== undefined) {
    const token = sessions.exchange(code)
    if (token === undefined)
      return await answerRefusal(response, { ...unknown, message: 'This link was used, or is too old.' })
    options.onSignIn()
    return json(response, { token, space, rights, is_own: true })
  }
  const client = await guard.clients.of(authorization)
  if (client === undefined || !client.isSignedIn) return await answerRefusal(response, unknown)
  return json(response, { space, rights: client.rights ?? ['find', 'run'], is_own: client.isOwn })
}

const unknown: Refusal = { status: 401, message: 'This is no token of this server.' }
const tooMany: Refusal = { status: 429, message: 'Too many calls.' }

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(value))
}
