import type { ServerResponse } from 'node:http'

/** Ends a response whose other side reads nothing of it for so long. Who only waits for an answer is left alone. */
export function endUnread(response: ServerResponse, { afterMs }: { afterMs: number }): void {
  response.setTimeout(afterMs, () => {
    // The time is of the whole connection: a task that takes long has nothing to be read yet.
    if ((response.socket?.writableLength ?? 0) > 0) response.destroy()
  })
}
