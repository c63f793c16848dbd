/** A function or event: what it looks like, and its selector or first topic. */
export type InterfaceEntry = readonly [declaration: string, selector: `0x${string}`]

/** ERC-8004 as of 2026-01-25; the selectors are those that clients of the deployed registries send. */
export const standardInterface: Readonly<Record<string, readonly InterfaceEntry[]>> = {
  IdentityRegistry: [
    ['function register() returns (uint256 agentId)', '0x1aa3a008'],
    ['function register(string agentURI) returns (uint256 agentId)', '0xf2c298be'],
    [
      'function register(string agentURI, (string metadataKey, bytes metadataValue)[] metadata) returns (uint256 agentId)',
      '0x8ea42286',
    ],
    ['function setAgentURI(uint256 agentId, string newURI)', '0x0af28bd3'],
    ['function getMetadata(uint256 agentId, string metadataKey) view returns (bytes)', '0xcb4799f2'],
    ['function setMetadata(uint256 agentId, string metadataKey, bytes metadataValue)', '0x466648da'],
    ['function getAgentWallet(uint256 agentId) view returns (address)', '0x00339509'],
    ['function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)', '0x2d1ef5ae'],
    ['function unsetAgentWallet(uint256 agentId)', '0x3fddcf19'],
    [
      'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
      '0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a',
    ],
    [
      'event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue)',
      '0x2c149ed548c6d2993cd73efe187df6eccabe4538091b33adbd25fafdb8a1468b',
    ],
    [
      'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
      '0x3a2c7fffc2cba7582c690e3b82c453ea02a308326a98a3ad7576c606336409fb',
    ],
  ],
  ReputationRegistry: [
    ['function getIdentityRegistry() view returns (address)', '0xbc4d861b'],
    [
      'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
      '0x3c036a7e',
    ],
    ['function revokeFeedback(uint256 agentId, uint64 feedbackIndex)', '0x4ab3ca99'],
    [
      'function appendResponse(uint256 agentId, address clientAddress, uint64 feedbackIndex, string responseURI, bytes32 responseHash)',
      '0xc2349ab2',
    ],
    [
      'function getSummary(uint256 agentId, address[] clientAddresses, string tag1, string tag2) view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals)',
      '0x81bbba58',
    ],
    [
      'function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex) view returns (int128 value, uint8 valueDecimals, string tag1, string tag2, bool isRevoked)',
      '0x232b0810',
    ],
    [
      'function readAllFeedback(uint256 agentId, address[] clientAddresses, string tag1, string tag2, bool includeRevoked) view returns (address[] clients, uint64[] feedbackIndexes, int128[] values, uint8[] valueDecimals, string[] tag1s, string[] tag2s, bool[] revokedStatuses)',
      '0xd9d84224',
    ],
    [
      'function getResponseCount(uint256 agentId, address clientAddress, uint64 feedbackIndex, address[] responders) view returns (uint64 count)',
      '0x6e04cacd',
    ],
    ['function getClients(uint256 agentId) view returns (address[])', '0x42dd519c'],
    ['function getLastIndex(uint256 agentId, address clientAddress) view returns (uint64)', '0xf2d81759'],
    [
      'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
      '0x6a4a61743519c9d648a14e6493f47dbe3ff1aa29e7785c96c8326a205e58febc',
    ],
    [
      'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
      '0x25156fd3288212246d8b008d5921fde376c71ed14ac2e072a506eb06fde6d09d',
    ],
    [
      'event ResponseAppended(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, address indexed responder, string responseURI, bytes32 responseHash)',
      '0xb1c6be0b5b8aef6539e2fac0fd131a2faa7b49edf8e505b5eb0ad487d56051d4',
    ],
  ],
  ValidationRegistry: [
    ['function getIdentityRegistry() view returns (address)', '0xbc4d861b'],
    [
      'function validationRequest(address validatorAddress, uint256 agentId, string requestURI, bytes32 requestHash)',
      '0xaaf400c4',
    ],
    [
      'function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)',
      '0x3d659a96',
    ],
    [
      'function getValidationStatus(bytes32 requestHash) view returns (address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)',
      '0xff2febfc',
    ],
    [
      'function getSummary(uint256 agentId, address[] validatorAddresses, string tag) view returns (uint64 count, uint8 averageResponse)',
      '0x1b7cabd6',
    ],
    ['function getAgentValidations(uint256 agentId) view returns (bytes32[])', '0x8d5d0c2d'],
    ['function getValidatorRequests(address validatorAddress) view returns (bytes32[])', '0x4bf3158c'],
    [
      'event ValidationRequest(address indexed validatorAddress, uint256 indexed agentId, string requestURI, bytes32 indexed requestHash)',
      '0x530436c3634a98e1e626b0898be2f1e9980cc1bd2a78c07a0aba52d0a48a5059',
    ],
    [
      'event ValidationResponse(address indexed validatorAddress, uint256 indexed agentId, bytes32 indexed requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)',
      '0xafddf629e874ccc3963b6a888c477bd464a6c8525024fc88759ea3b2326349ae',
    ],
  ],
}

const upgradeable: readonly InterfaceEntry[] = [
  ['function getVersion() pure returns (string)', '0x0d8e6e2c'],
  ['function owner() view returns (address)', '0x8da5cb5b'],
  ['function upgradeToAndCall(address newImplementation, bytes data) payable', '0x4f1ef286'],
  ['function proxiableUUID() view returns (bytes32)', '0x52d1902d'],
]

/** What the deployed registries have beside the standard's text, ERC-721 included. */
export const deployedInterface: Readonly<Record<string, readonly InterfaceEntry[]>> = {
  IdentityRegistry: [
    ...upgradeable,
    ['function initialize()', '0x8129fc1c'],
    ['function isAuthorizedOrOwner(address spender, uint256 agentId) view returns (bool)', '0xd95e72be'],
    [
      'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
      '0x84b0196e',
    ],
    ['function name() view returns (string)', '0x06fdde03'],
    ['function symbol() view returns (string)', '0x95d89b41'],
    ['function tokenURI(uint256 tokenId) view returns (string)', '0xc87b56dd'],
    ['function ownerOf(uint256 tokenId) view returns (address)', '0x6352211e'],
    ['function balanceOf(address owner) view returns (uint256)', '0x70a08231'],
    ['function approve(address to, uint256 tokenId)', '0x095ea7b3'],
    ['function getApproved(uint256 tokenId) view returns (address)', '0x081812fc'],
    ['function setApprovalForAll(address operator, bool approved)', '0xa22cb465'],
    ['function isApprovedForAll(address owner, address operator) view returns (bool)', '0xe985e9c5'],
    ['function transferFrom(address from, address to, uint256 tokenId)', '0x23b872dd'],
    ['function safeTransferFrom(address from, address to, uint256 tokenId)', '0x42842e0e'],
    ['function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)', '0xb88d4fde'],
    ['function supportsInterface(bytes4 interfaceId) view returns (bool)', '0x01ffc9a7'],
    [
      'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    ],
    ['event MetadataUpdate(uint256 _tokenId)', '0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7'],
  ],
  ReputationRegistry: upgradeable,
  ValidationRegistry: upgradeable,
}
