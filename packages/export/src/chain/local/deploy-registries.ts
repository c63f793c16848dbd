import { patientLimit } from '@datacortex/platform'
import type { Address, Hex, PublicClient } from 'viem'
import { concatHex, encodeAbiParameters, encodeFunctionData, pad } from 'viem'
import { identityRegistryAbi, identityRegistryBytecode } from '../../abi/identity-registry.generated.ts'
import { registryProxyBytecode } from '../../abi/registry-proxy.generated.ts'
import { reputationRegistryAbi, reputationRegistryBytecode } from '../../abi/reputation-registry.generated.ts'
import { validationRegistryBytecode } from '../../abi/validation-registry.generated.ts'
import { exportError } from '../../errors.ts'
import type { Network } from '@datacortex/protocols'

/** keccak256("eip1967.proxy.implementation") - 1 */
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** Puts our registries on an anvil chain, at the addresses that test networks have. */
export async function deployRegistries(
  client: PublicClient,
  { addresses, from }: { addresses: Pick<Network, 'identity' | 'reputation' | 'validation'>; from: Address },
): Promise<void> {
  const rpc = client.request as (request: { method: string; params: readonly unknown[] }) => Promise<unknown>
  const send = async (transaction: { readonly to?: Address; readonly data: Hex }): Promise<Address> => {
    const params = [{ from, gas: '0x989680', ...transaction }]
    const hash = (await rpc({ method: 'eth_sendTransaction', params })) as Hex
    const timeout = patientLimit(30_000)
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 10, timeout })
    if (receipt.status !== 'success')
      throw exportError('EXPORT_LOCAL_CHAIN_FAILED', { reason: 'a registry could not be deployed' })
    return receipt.contractAddress ?? addresses.identity
  }
  const alone = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'initialize' })
  const args = [addresses.identity] as const
  const linked = encodeFunctionData({ abi: reputationRegistryAbi, functionName: 'initialize', args })
  const registries = [
    { at: addresses.identity, bytecode: identityRegistryBytecode, start: alone },
    { at: addresses.reputation, bytecode: reputationRegistryBytecode, start: linked },
    { at: addresses.validation, bytecode: validationRegistryBytecode, start: linked },
  ]
  let proxyCode: Hex | undefined
  for (const { at, bytecode, start } of registries) {
    const implementation = await send({ data: bytecode })
    proxyCode ??= await codeOfProxy(client, { implementation, send })
    await rpc({ method: 'anvil_setCode', params: [at, proxyCode] })
    await rpc({ method: 'anvil_setStorageAt', params: [at, implementationSlot, pad(implementation)] })
    await send({ to: at, data: start })
  }
}

async function codeOfProxy(
  client: PublicClient,
  { implementation, send }: { implementation: Address; send: (transaction: { data: Hex }) => Promise<Address> },
): Promise<Hex | undefined> {
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }],
    [implementation, encodeFunctionData({ abi: identityRegistryAbi, functionName: 'initialize' })],
  )
  const address = await send({ data: concatHex([registryProxyBytecode, args]) })
  return await client.getCode({ address })
}
