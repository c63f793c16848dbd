import { confirmRouting } from '@datacortex/router'
import { expect, test } from 'vitest'
import { message, rpc } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace } from '../__fixtures__/served-space.ts'

test('the guide says of a task that was confirmed before that it was', async () => {
  const space = await servedSpace({ runner: false })
  const { url } = await serve(space)
  await confirmRouting(space.paths, { task: 'Mend the fence', agent: 'cook' })
  const { result } = await rpc(`${url}a2a`, 'SendMessage', { message: message('Mend the fence') })
  expect(result).toMatchObject({
    task: {
      artifacts: [
        {
          parts: [
            { text: expect.stringMatching(/^This would go to `cook` \(confirmed for this task before\)\./) },
            { data: { route: { agent: 'cook', via: 'semantic', rule: 'confirmed', score: 1 } } },
          ],
        },
      ],
    },
  })
})
