import { confirmRouting } from '@datacortex/router'
import { expect, test } from 'vitest'
import { message, rpc } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace } from '../__fixtures__/served-space.ts'

test('the card of the guide says that it reads and gives data', async () => {
  const { url } = await serve(await servedSpace({ runner: false }))
  expect(await (await fetch(`${url}.well-known/agent-card.json`)).json()).toMatchObject({
    skills: ['find-agents', 'describe-agent'].map((id) => ({
      id,
      inputModes: ['text/plain', 'application/json'],
      outputModes: ['text/markdown', 'application/json'],
    })),
  })
})

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
