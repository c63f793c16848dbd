export type ContractAddress = `0x${string}`

/** A network that the registries of ERC-8004 are known on. */
export type Network = {
  readonly name: string
  readonly chainId: number
  readonly isTestnet: boolean
  readonly identity: ContractAddress
  readonly reputation: ContractAddress
  readonly validation: ContractAddress
  /** Whether the chain's id is in the registries' own list; otherwise only the chain itself can tell. */
  readonly isConfirmed: boolean
}

/** Of the chain that `chain dev` starts, as every development chain has it. */
export const localChainId = 31_337

const testRegistries = {
  isTestnet: true,
  identity: '0x8004A818BFB912233c491871b3d84c89A494BD9e',
  reputation: '0x8004B663056A597Dffe9eCcC1965A193B7388713',
  validation: '0x8004Cb1BF31DAf7788923b405b754f57acEB4272',
} as const
const mainRegistries = {
  isTestnet: false,
  identity: '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
  reputation: '0x8004BAa17C55a88189AE136b182e5fdA19dE9b63',
  validation: '0x8004Cc8439f36fd5F9F049D9fF86523Df6dAAB58',
} as const

type Names = readonly (readonly [name: string, chainId: number])[]

const mainnets: Names = [
  ['ethereum', 1],
  ['base', 8453],
  ['arbitrum', 42_161],
  ['optimism', 10],
  ['polygon', 137],
  ['avalanche', 43_114],
  ['bsc', 56],
  ['monad', 143],
  ['scroll', 534_352],
  ['gnosis', 100],
  ['celo', 42_220],
  ['taiko', 167_000],
  ['megaeth', 4326],
  ['linea', 59_144],
  ['xlayer', 196],
  ['abstract', 2741],
  ['mantle', 5000],
  ['soneium', 1868],
  ['goat', 2345],
  ['metis', 1088],
  ['skale-base', 1_187_947_933],
]
const testnets: Names = [
  ['sepolia', 11_155_111],
  ['base-sepolia', 84_532],
  ['arbitrum-sepolia', 421_614],
  ['optimism-sepolia', 11_155_420],
  ['polygon-amoy', 80_002],
  ['avalanche-fuji', 43_113],
  ['bsc-testnet', 97],
  ['monad-testnet', 10_143],
  ['scroll-sepolia', 534_351],
  ['celo-sepolia', 11_142_220],
  ['megaeth-testnet', 6343],
  ['linea-sepolia', 59_141],
  ['xlayer-testnet', 1952],
  ['abstract-testnet', 11_124],
  ['mantle-sepolia', 5003],
  ['soneium-minato', 1946],
  ['metis-sepolia', 59_902],
  ['hedera-testnet', 296],
  ['skale-base-sepolia', 324_705_682],
  ['arc-testnet', 5_042_002],
]
const unconfirmedMainnets: Names = [
  ['hedera', 295],
  ['shape', 360],
  ['robinhood', 4663],
  ['injective', 1776],
  ['0g', 16_661],
]
const unconfirmedTestnets: Names = [
  ['gnosis-chiado', 10_200],
  ['taiko-hoodi', 167_013],
  ['goat-testnet3', 48_816],
  ['shape-sepolia', 11_011],
  ['robinhood-testnet', 46_630],
  ['injective-testnet', 1439],
  ['0g-galileo', 16_602],
]

/** The networks that can be named, with their registries. */
export const networks: readonly Network[] = [
  { name: 'local', chainId: localChainId, isConfirmed: true, ...testRegistries },
  ...testnets.map(([name, chainId]) => ({ name, chainId, isConfirmed: true, ...testRegistries })),
  ...mainnets.map(([name, chainId]) => ({ name, chainId, isConfirmed: true, ...mainRegistries })),
  ...unconfirmedTestnets.map(([name, chainId]) => ({ name, chainId, isConfirmed: false, ...testRegistries })),
  ...unconfirmedMainnets.map(([name, chainId]) => ({ name, chainId, isConfirmed: false, ...mainRegistries })),
]
