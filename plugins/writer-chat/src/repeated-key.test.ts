import { fileURLToPath } from 'node:url'
import { startModelServer, startPlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const secrets = { MODEL_KEY: 'planted/secret+value' }

test.each([
  ['as a part of JSON', String.raw`planted\/secret+value`],
  ['of an address', 'planted%2Fsecret%2Bvalue'],
  ['cut off where no more is read', `${' '.repeat(9990)}planted/secret+value${' '.repeat(100_000)}`],
])('a key that a server repeats stands in no error: %s', async (_name, said) => {
  for (const status of [200, 401]) {
    await using server = await startModelServer((response) => void response.writeHead(status).end(said))
    const settings = { api: 'openai', base_url: server.url, model: 'large-1', api_key: 'MODEL_KEY' }
    await using writer = await startPlugin(plugin, { directory, secrets, settings })
    const request = { instructions: 'Summarise.', material: 'Tides.', maxTokens: 500 }
    const error: unknown = await writer.generate(request, { signal }).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: status === 200 ? 'WRITER_CHAT_RESPONSE_INVALID' : 'WRITER_CHAT_REFUSED' })
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/planted|value/)
  }
})
