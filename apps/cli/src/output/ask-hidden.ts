import { StringDecoder } from 'node:string_decoder'

export type Terminal = {
  readonly input: NodeJS.ReadableStream & {
    readonly isTTY?: boolean | undefined
    readonly setRawMode?: ((raw: boolean) => unknown) | undefined
  }
  readonly output: NodeJS.WritableStream
}

/** Asks for a secret on a terminal without showing what is typed. `question`: without colon. */
export async function askHidden(
  question: string,
  { input, output, signal }: Terminal & { readonly signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  signal?.throwIfAborted()
  if (input.isTTY !== true || input.setRawMode === undefined) return undefined
  output.write(`${question}: `)
  input.setRawMode(true)
  try {
    return await typed({ input, signal })
  } finally {
    input.setRawMode(false)
    input.pause()
    output.write('\n')
  }
}

async function typed({
  input,
  signal,
}: Pick<Terminal, 'input'> & { readonly signal: AbortSignal | undefined }): Promise<string | undefined> {
  const decoder = new StringDecoder('utf8')
  let text = ''
  return await new Promise((resolve, reject) => {
    const settle = (action: () => void): void => {
      input.removeListener('data', take)
      input.removeListener('end', stop)
      signal?.removeEventListener('abort', abort)
      action()
    }
    const stop = (): void => settle(() => resolve(undefined))
    const abort = (): void => settle(() => reject(signal?.reason))
    const take = (chunk: Buffer | string): void => {
      for (const character of typeof chunk === 'string' ? chunk : decoder.write(chunk)) {
        if (character === '\r' || character === '\n') return settle(() => resolve(text))
        if (character === '\u0003' || character === '\u0004') return stop()
        if (character === '\u007f' || character === '\b') text = text.replace(/.$/su, '')
        else if (character === '\u0015') text = ''
        else if (character >= ' ') text += character
      }
    }
    input.on('data', take)
    input.on('end', stop)
    signal?.addEventListener('abort', abort)
    input.resume()
  })
}
