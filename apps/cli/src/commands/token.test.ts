import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { tokenAdd, tokenList, tokenRemove } from './token.ts'

test('a token is shown when it is made, and never again', async () => {
  const { context, paths } = await commandSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  expect((await tokenList(context)).lines.join()).toContain('no tokens')
  const planned = await tokenAdd(context, { name: 'ci', rights: ['read'], dryRun: true })
  expect(planned.lines).toEqual(['would add  ci  may read', 'dry run    nothing was made'])
  const { data, lines } = await tokenAdd(context, { name: 'ci', rights: ['read'] })
  const { token } = data as { token: string }
  expect(lines.slice(0, 2)).toEqual(['added      ci  may read', `token      ${token}`])
  const listed = await tokenList(context)
  expect(listed.lines).toEqual([expect.stringMatching(/^ci +read +since \d{4}-\d\d-\d\d$/)])
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await tokenRemove(context, { names: ['ci'], dryRun: true })).lines).toEqual(['would remove  1 token: ci'])
  expect((await tokenRemove(context, { names: ['ci'] })).lines).toEqual(['removed    1 token: ci'])
  expect((await tokenList(context)).data).toMatchObject({ tokens: [] })
})
