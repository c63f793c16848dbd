import { platformError } from '../errors.ts'
import type { Answer } from './send-once.ts'

/** An answer as the web's `Response`, with the final address at `url`. `answer`: of the last request. */
export function toResponse(
  answer: Answer,
  options: { readonly url: string; readonly isRedirected: boolean; readonly onEnd: () => void },
): Response {
  const { status, statusText, headers } = answer
  const { url, isRedirected, onEnd } = options
  if (status < 200 || status > 599) {
    answer.close()
    throw platformError('FETCH_RESPONSE_INVALID', { url, reason: `its status is ${status}` })
  }
  const body = answer.body === undefined ? null : streamOf(answer.body, { close: answer.close, onEnd })
  if (body === null) onEnd()
  // A phrase beside the status may hold anything; nobody needs it then.
  const response = new Response(body, { status, headers, statusText: /^[\t -~]*$/.test(statusText) ? statusText : '' })
  Object.defineProperty(response, 'url', { value: url, enumerable: true })
  Object.defineProperty(response, 'redirected', { value: isRedirected, enumerable: true })
  return response
}

function streamOf(body: AsyncIterable<Uint8Array>, { close, onEnd }: { close: () => void; onEnd: () => void }) {
  const iterator = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next()
          if (next.done !== true) return controller.enqueue(next.value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        onEnd()
      },
      cancel() {
        close()
        onEnd()
      },
    },
    { highWaterMark: 0 },
  )
}
