import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createPublicClient, http } from 'viem'
import { expect, test } from 'vitest'
import { identityRegistryAbi } from '../../abi/identity-registry.generated.ts'
import { startLocalChain } from './start-local-chain.ts'

test('has the registries where test networks have them, and goes away', async () => {
  const chain = await startLocalChain()
  const client = createPublicClient({ transport: http(chain.rpc, { retryCount: 0 }) })
  const address = chain.identity
  expect(address).toBe('0x8004A818BFB912233c491871b3d84c89A494BD9e')
  expect(await client.readContract({ address, abi: identityRegistryAbi, functionName: 'getVersion' })).toBe('2.0.0')
  expect([await client.getChainId(), chain.accounts.length]).toEqual([31_337, 10])
  await chain.close()
  await chain.close()
  await expect(client.getChainId()).rejects.toMatchObject({ name: 'HttpRequestError' })
})

test('a port that is taken', async () => {
  await using chain = await startLocalChain()
  const port = Number(new URL(chain.rpc).port)
  await expect(startLocalChain({ port })).rejects.toMatchObject({ code: 'EXPORT_LOCAL_CHAIN_FAILED' })
})

test('ends with the process that started it, even if that is killed', async () => {
  const source = JSON.stringify(new URL('start-local-chain.ts', import.meta.url).href)
  const code = `
    import { startLocalChain } from ${source}
    process.stdout.write((await startLocalChain()).rpc + '\\n')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--conditions=@datacortex/source', '--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  const client = createPublicClient({ transport: http(chunk.toString().trim(), { retryCount: 0 }) })
  expect(await client.getChainId()).toBe(31_337)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(async () => await client.getChainId().catch(() => 'gone')).toBe('gone')
})
