import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askHidden } from './ask-hidden.ts'

test('asks on a terminal without showing anything', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) })
  const modes: boolean[] = []
  const output = new PassThrough()
  const asked = askHidden('Passphrase', { input, output })
  input.write('sékret!\u007f\r')
  expect(await asked).toBe('sékret')
  expect(String(output.read())).toBe('Passphrase: \n')
  expect(modes).toEqual([true, false])
  const stopped = askHidden('Passphrase', { input, output })
  input.write('half\u0003')
  expect(await stopped).toBeUndefined()
  expect(await askHidden('Passphrase', { input: new PassThrough(), output })).toBeUndefined()
})
