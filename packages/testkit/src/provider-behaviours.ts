import type { ProviderHandler } from './provider-server.ts'

/** How providers go wrong, whatever they answer when all is well. */
export type ProviderFailure = {
  readonly name: string
  /** `ok`: how it answers when all is well. */
  readonly serve: (ok: ProviderHandler) => ProviderHandler
  /** What the error must say, where that is certain. */
  readonly transient?: boolean | undefined
  readonly retryAfterMs?: number | undefined
}

/** Answers at once, and wrong; a source tells each with a coded error. */
export const providerFailures: readonly ProviderFailure[] = [
  { name: 'fails with status 500', serve: () => () => plain('Internal error', { status: 500 }), transient: true },
  { name: 'is not available, status 503', serve: () => () => plain('Later', { status: 503 }), transient: true },
  {
    name: 'throttles with status 429 and Retry-After',
    serve: () => () => plain('Slow down', { status: 429, headers: { 'retry-after': '7' } }),
    transient: true,
    retryAfterMs: 7000,
  },
  { name: 'refuses the key and repeats it, status 401', serve: () => repeatsSecrets(401), transient: false },
  { name: 'forbids and repeats the key, status 403', serve: () => repeatsSecrets(403), transient: false },
  { name: 'says the request is wrong and repeats it, status 400', serve: () => repeatsSecrets(400), transient: false },
  { name: 'answers with a page of HTML, status 200', serve: () => () => page() },
  { name: 'answers with nothing, status 200', serve: halved(() => '') },
  { name: 'answers with half of its body', serve: halved((half) => half) },
  { name: 'breaks the connection amid its body', serve: halved((half) => ReadableStream.from(broken(half))) },
  { name: 'answers without end', serve: halved((half) => ReadableStream.from(endless(half))) },
]

/** Never ends; a source ends when it is told to. */
export const providerHangs: readonly ProviderHang[] = [
  {
    name: 'never answers',
    serve: () => () => new Promise<Response>(() => {}),
    progress: ({ requests }) => requests.length,
  },
  {
    name: 'stops amid its body',
    serve: halved((half) => new ReadableStream({ start: (controller) => controller.enqueue(half) })),
    progress: ({ received }) => received(),
  },
]

/** How providers leave one waiting. */
export type ProviderHang = Pick<ProviderFailure, 'name' | 'serve'> & {
  /** Grows when a source has come to where it waits. */
  readonly progress: (asked: { readonly requests: readonly unknown[]; readonly received: () => number }) => number
}

function plain(text: string, { status, headers }: { status: number; headers?: Readonly<Record<string, string>> }) {
  return new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })
}

function repeatsSecrets(status: number): ProviderHandler {
  return (request) =>
    Response.json(
      { error: { message: `Wrong: ${request.url} ${JSON.stringify([...request.headers])}`, code: status } },
      { status },
    )
}

function page(): Response {
  const html = '<!doctype html><html><head><title>One moment</title></head><body><p>Checking…</p></body></html>'
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

async function* broken(half: Uint8Array): AsyncGenerator<Uint8Array> {
  yield half
  throw new Error('broken')
}

async function* endless(half: Uint8Array): AsyncGenerator<Uint8Array> {
  const filler = new TextEncoder().encode(' tide'.repeat(50_000))
  yield half
  // Half a gigabyte, for one that has no limit at all.
  for (let sent = 0; sent < 500_000_000; sent += filler.length) yield filler
}

/** Answers with what is made of the first half of a good answer, under its media type. */
function halved(
  bodyOf: (half: Uint8Array<ArrayBuffer>) => string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): ProviderFailure['serve'] {
  return (ok) => async (request) => {
    const answer = await ok(request.clone())
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const headers = { 'content-type': answer.headers.get('content-type') ?? 'application/json' }
    return new Response(bodyOf(bytes.slice(0, Math.ceil(bytes.length / 2))), { headers })
  }
}
