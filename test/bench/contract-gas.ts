import { startLocalChain } from '@datacortex/export'
import type { Address, Hex } from 'viem'
import { createPublicClient, createWalletClient, encodeFunctionData, http, parseAbi } from 'viem'
import type { Benchmark } from './measure/benchmark.ts'

const abi = parseAbi([
  'function register() returns (uint256)',
  'function register(string) returns (uint256)',
  'function register(string, (string metadataKey, bytes metadataValue)[]) returns (uint256)',
  'function setAgentURI(uint256, string)',
  'function setMetadata(uint256, string, bytes)',
  'function setAgentWallet(uint256, address, uint256, bytes)',
  'function transferFrom(address, address, uint256)',
  'function giveFeedback(uint256, int128, uint8, string, string, string, string, bytes32)',
  'function validationRequest(address, uint256, string, bytes32)',
  'function validationResponse(bytes32, uint8, string, bytes32, string)',
])

type Registry = 'identity' | 'reputation' | 'validation'
type Call = {
  readonly what: string
  /** What the deployed registry was measured to take. */
  readonly deployed: number
  readonly to: Registry
  readonly from: Address
  data(): Hex | Promise<Hex>
}

/** What whole transactions to our registries cost on a chain, against the same calls of the deployed registries. */
export const contractGas: Benchmark = {
  name: 'contract-gas',
  async run(bench) {
    bench.tell('starting a local chain')
    await using chain = await startLocalChain()
    const client = createPublicClient({ transport: http(chain.rpc), pollingInterval: 20 })
    const wallet = createWalletClient({ transport: http(chain.rpc) })
    const [alice, bob, carol, dave] = chain.accounts as readonly [Address, Address, Address, Address]

    const send = async ({ to, from, data }: Pick<Call, 'to' | 'from' | 'data'>): Promise<number> => {
      const hash = await wallet.sendTransaction({ account: from, chain: null, to: chain[to], data: await data() })
      const receipt = await client.waitForTransactionReceipt({ hash })
      if (receipt.status !== 'success') throw new Error(`a transaction to ${to} failed`)
      return Number(receipt.gasUsed)
    }
    const walletData = async (): Promise<Hex> => {
      const deadline = (await client.getBlock()).timestamp + 240n
      const signature = await wallet.signTypedData({
        account: dave,
        domain: {
          name: 'ERC8004IdentityRegistry',
          version: '1',
          chainId: chain.chain_id,
          verifyingContract: chain.identity,
        },
        types: {
          AgentWalletSet: [
            { name: 'agentId', type: 'uint256' },
            { name: 'newWallet', type: 'address' },
            { name: 'owner', type: 'address' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'AgentWalletSet',
        message: { agentId: 1n, newWallet: dave, owner: bob, deadline },
      })
      return encodeFunctionData({ abi, functionName: 'setAgentWallet', args: [1n, dave, deadline, signature] })
    }

    // The registry's first agent and its first feedback cost more than all that follow, and so do an owner's.
    const register = encodeFunctionData({ abi, functionName: 'register' })
    await send({ to: 'identity', from: alice, data: () => register })
    await send({ to: 'reputation', from: bob, data: () => feedback(0n) })

    const identity = (what: string, deployed: number, data: Call['data']): Call => {
      return { what, deployed, to: 'identity', from: bob, data }
    }
    const calls: readonly Call[] = [
      identity('register()', 106_883, () => register),
      identity('register(https, 63 characters)', 160_872, () => registerData(letters(63))),
      identity('register(ipfs, 66 characters)', 183_552, () => registerData(letters(66))),
      identity('register(URI, one metadata)', 145_423, () =>
        encodeFunctionData({
          abi,
          functionName: 'register',
          args: ['https://a.example/agent.json', [{ metadataKey: 'agentName', metadataValue: '0x41746c6173' }]],
        }),
      ),
      ...dataUriFigures.map(([bytes, deployed]) =>
        identity(`register(data, ${bytes.toLocaleString('en')} bytes)`, deployed, () => registerData(dataUri(bytes))),
      ),
      identity('setAgentURI, 1 KiB from none', 1_040_000, () => uriData(dataUri(1024))),
      identity('setAgentURI, one byte of it', 170_000, () => uriData(dataUri(1024).replace(/.$/, '!'))),
      identity('setMetadata, 32 bytes', 80_000, () =>
        encodeFunctionData({ abi, functionName: 'setMetadata', args: [1n, 'contentHash', hash] }),
      ),
      identity('setAgentWallet', 50_000, walletData),
      { what: 'giveFeedback, first', deployed: 170_000, to: 'reputation', from: carol, data: () => feedback(0n) },
      { what: 'giveFeedback, next', deployed: 132_000, to: 'reputation', from: carol, data: () => feedback(0n) },
      {
        what: 'validationRequest',
        deployed: 209_000,
        to: 'validation',
        from: bob,
        data: () =>
          encodeFunctionData({
            abi,
            functionName: 'validationRequest',
            args: [carol, 1n, 'https://a.example/requests/1.json', hash],
          }),
      },
      {
        what: 'validationResponse',
        deployed: 108_000,
        to: 'validation',
        from: carol,
        data: () =>
          encodeFunctionData({
            abi,
            functionName: 'validationResponse',
            args: [hash, 100, 'https://c.example/1.json', hash, 'hard'],
          }),
      },
      identity('transferFrom', 51_000, () =>
        encodeFunctionData({ abi, functionName: 'transferFrom', args: [bob, alice, 1n] }),
      ),
    ]
    const rows: { readonly call: Call; readonly gas: number }[] = []
    // One after another: most build on what was done before.
    for (const call of calls) rows.push({ call, gas: await send(call) })
    const ratio = ({ call, gas }: (typeof rows)[number]): number => gas / call.deployed
    return {
      tables: [
        {
          title: 'gas of a transaction',
          columns: ['call', 'ours', 'deployed', 'ours to deployed'],
          rows: rows.map((row) => [
            row.call.what,
            row.gas.toLocaleString('en'),
            row.call.deployed.toLocaleString('en'),
            ratio(row).toFixed(3),
          ]),
        },
      ],
      checks: [
        {
          what: 'gas to that of the deployed registries, worst',
          value: Math.max(...rows.map(ratio)),
          target: { atMost: 1.05 },
          unit: '×',
        },
      ],
    }
  },
}

const hash: Hex = `0x${'5a'.repeat(32)}`

/** Bytes of JSON, and the gas of registering them as a data URI. */
const dataUriFigures = [
  [512, 621_000],
  [1024, 1_100_000],
  [2048, 2_100_000],
  [4096, 4_050_000],
  [8192, 7_990_000],
  [16_384, 15_850_000],
] as const

function registerData(uri: string): Hex {
  return encodeFunctionData({ abi, functionName: 'register', args: [uri] })
}

/** For agent 1, which is registered without a URI. */
function uriData(uri: string): Hex {
  return encodeFunctionData({ abi, functionName: 'setAgentURI', args: [1n, uri] })
}

function feedback(agentId: bigint): Hex {
  const rest = ['starred', 'week', 'https://a.example/a2a', 'https://b.example/feedback.json', hash] as const
  return encodeFunctionData({ abi, functionName: 'giveFeedback', args: [agentId, 87n, 0, ...rest] })
}

/** As long as the data URI of so many bytes of JSON. */
function dataUri(jsonBytes: number): string {
  return letters('data:application/json;base64,'.length + Math.ceil(jsonBytes / 3) * 4)
}

function letters(length: number): string {
  return 'abcdefghijklmnopqrstuvwxyz'.repeat(Math.ceil(length / 26)).slice(0, length)
}
