import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const file = new URL('catch-strays.ts', import.meta.url).href
// Of such an address all is code, so its end is a comment.
const moduleCode = `data:text/javascript,setImmediate(()=>{throw(Error('of a module'))})//?integrity=x`

/** What a process says that does this, and its exit status. */
async function saidBy(code: string): Promise<readonly unknown[]> {
  const program = `
import { catchStrays } from ${JSON.stringify(file)}
catchStrays({
  tell: (thrown) => console.log('told', thrown?.message ?? thrown),
  fail: (error) => { console.log('failed', error.message); process.exit(70) },
})
// Only a program that nothing has ended comes to its own end.
process.once('beforeExit', () => console.log('went on'))
${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: tmpdir() })
  const said = text(child.stdout)
  const [status] = await once(child, 'close')
  return [status, await said]
}

test('what a module forgets is told and ends nothing; what is none of a module does', async () => {
  const ends = await Promise.all(
    [
      "void Promise.reject(new Error('forgotten')); void Promise.reject('twice')",
      `await import(${JSON.stringify(moduleCode)})`,
      "const timer = setInterval(() => { clearInterval(timer); throw 'no error' })",
      "const timer = setInterval(() => { clearInterval(timer); throw new Error('a bug') })",
    ].map(saidBy),
  )
  expect(ends).toEqual([
    [0, 'told forgotten\ntold twice\nwent on\n'],
    [0, 'told of a module\nwent on\n'],
    [0, 'told no error\nwent on\n'],
    [70, 'failed a bug\n'],
  ])
})
