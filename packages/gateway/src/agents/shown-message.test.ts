import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { message, post, rpc } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace } from '../__fixtures__/served-space.ts'
import { shownMessage } from './shown-message.ts'

const broken = `runners:
  default: stub
  stub: {plugin: runner-stub}
  far: {plugin: runner-far, token: sk-of-the-settings}
 wrong: [
`

test('a mistake in the settings tells callers nothing of what stands there, and where', async () => {
  const space = await servedSpace()
  const { root, settingsFile } = space.paths
  const { url } = await serve(space)
  await writeFile(settingsFile, broken)
  const { result } = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('Bake') })
  const said = 'The server broke; its log says why. Nothing was run.\n\nCook: Bakes bread and roasts meat'
  expect(result).toMatchObject({
    task: {
      status: { state: 'TASK_STATE_REJECTED', message: { parts: [{ text: said }] } },
      metadata: { code: 'PLATFORM_SETTINGS_INVALID' },
    },
  })
  const call = { name: 'run_agent', arguments: { agent: 'cook', task: 'Bake' } }
  const overMcp = await post(
    `${url}mcp`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    { accept: 'application/json, text/event-stream' },
  )
  expect(overMcp.text).toContain('The server broke; its log says why.')
  for (const reported of [JSON.stringify(result), overMcp.text]) {
    expect(reported).not.toContain('sk-of-the-settings')
    expect(reported).not.toContain(root)
  }
  // Once for each call, and once as what is published stays as it was.
  expect(space.logged.filter((line) => line.includes('sk-of-the-settings'))).toHaveLength(3)
})

test('what a runner says of its failure is for the log', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const { result } = await rpc(`${url}agents/cook/a2a`, 'SendMessage', { message: message('break') })
  const said = 'The agent failed; the log of the server says why.'
  expect(result).toMatchObject({
    task: {
      status: { state: 'TASK_STATE_FAILED', message: { parts: [{ text: said }] } },
      metadata: { code: 'RUNNER_FAILED', execution_id: expect.stringMatching(/^exec-/) },
    },
  })
  expect(JSON.stringify(result)).not.toContain('/srv/keys')
  expect(space.logged.join('\n')).toContain('/srv/keys')
})

test('who may not call an agent is told so', async () => {
  const { url } = await serve(await servedSpace())
  const { result } = await rpc(`${url}agents/lawyer/a2a`, 'SendMessage', { message: message('Read this') })
  expect(JSON.stringify(result)).toContain('user may not call lawyer: the rule is `can_be_called_by` of lawyer')
})

test('anyone who calls is told that the program was replaced meanwhile', () => {
  const replaced = { code: 'CLI_PROGRAM_REPLACED', message: 'datacortex was updated or built anew while this ran.' }
  expect(shownMessage(replaced, { root: '/home/ada/space' })).toEqual({ message: replaced.message, isWithheld: false })
})

test('a message that names the folder of the space is withheld whatever its code is', () => {
  const code = 'RUNNER_INPUT_UNREADABLE'
  const root = '/home/ada/space'
  expect(shownMessage({ code, message: "cook can't read a.txt: it is a folder." }, { root })).toEqual({
    message: "cook can't read a.txt: it is a folder.",
    isWithheld: false,
  })
  const withPath = shownMessage({ code, message: `cook can't read a.txt: EIO, open '${root}/a.txt'.` }, { root })
  expect(withPath).toEqual({ message: 'The server broke; its log says why.', isWithheld: true })
  const missing = { code: 'EXECUTION_PRECONDITION_MISSING', message: 'cook asks for 0-personal/salary.md.' }
  const reported = shownMessage(missing, { root })
  expect(reported).toEqual({ message: expect.stringContaining('is not there'), isWithheld: true })
  expect(reported.message).not.toContain('salary')
})
