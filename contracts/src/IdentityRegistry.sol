// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ERC721Upgradeable} from "@openzeppelin/contracts-upgradeable/token/ERC721/ERC721Upgradeable.sol";
import {
    ERC721URIStorageUpgradeable
} from "@openzeppelin/contracts-upgradeable/token/ERC721/extensions/ERC721URIStorageUpgradeable.sol";
import {EIP712Upgradeable} from "@openzeppelin/contracts-upgradeable/utils/cryptography/EIP712Upgradeable.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {IIdentityRegistry} from "./IIdentityRegistry.sol";
import {Registry} from "./Registry.sol";

/// @title Identity registry of ERC-8004
/// @notice An agent is an ERC-721 token whose URI leads to the agent's registration file. Ids start at 0 and have no
/// gaps; no agent is ever removed.
contract IdentityRegistry layout at erc7201("datacortex.IdentityRegistry")
    is
    Registry,
    ERC721URIStorageUpgradeable,
    EIP712Upgradeable,
    IIdentityRegistry
{
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    /// @notice An agent was created.
    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    /// @notice Metadata of an agent changed; the key is there twice, to filter by and to read.
    event MetadataSet(
        uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue
    );
    /// @notice The agent's registration file is elsewhere now.
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

    string private constant WALLET_KEY = "agentWallet";
    bytes32 private constant WALLET_KEY_HASH = keccak256("agentWallet");
    bytes32 private constant WALLET_TYPEHASH =
        keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)");
    uint256 private constant LONGEST_DEADLINE = 5 minutes;

    uint256 private _nextId;
    mapping(uint256 agentId => address wallet) private _wallets;
    mapping(uint256 agentId => mapping(string key => bytes value)) private _metadata;

    /// @notice Makes the caller the owner of the registry, once.
    function initialize() external initializer {
        __Ownable_init(msg.sender);
        __ERC721_init("AgentIdentity", "AGENT");
        __EIP712_init("ERC8004IdentityRegistry", "1");
    }

    /// @notice Creates an agent of the caller without a registration file.
    function register() external returns (uint256 agentId) {
        agentId = _mintNext();
        emit Registered(agentId, "", msg.sender);
        _setWallet(agentId, msg.sender);
        _askReceiver(agentId);
    }

    /// @notice Creates an agent of the caller.
    /// @param agentURI Where the registration file is.
    function register(string calldata agentURI) external returns (uint256 agentId) {
        agentId = _mintWithURI(agentURI);
        _askReceiver(agentId);
    }

    /// @notice Creates an agent of the caller with metadata.
    /// @param agentURI Where the registration file is.
    /// @param metadata Set in this order; of equal keys the last one stays.
    function register(string calldata agentURI, MetadataEntry[] calldata metadata) external returns (uint256 agentId) {
        agentId = _mintWithURI(agentURI);
        for (uint256 i = 0; i < metadata.length; i++) {
            _setMetadata(agentId, metadata[i].metadataKey, metadata[i].metadataValue);
        }
        _askReceiver(agentId);
    }

    /// @notice Says where the registration file is now. For the owner and those the owner approved.
    function setAgentURI(uint256 agentId, string calldata newURI) external {
        _requireAuthorized(agentId);
        _setTokenURI(agentId, newURI);
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    /// @notice Sets metadata. For the owner and those the owner approved.
    /// @param metadataKey Any but `agentWallet`, which {setAgentWallet} sets.
    function setMetadata(uint256 agentId, string calldata metadataKey, bytes calldata metadataValue) external {
        _requireAuthorized(agentId);
        _setMetadata(agentId, metadataKey, metadataValue);
    }

    /// @notice Sets the address that acts for the agent. For the owner and those the owner approved.
    /// @param newWallet Has to agree by its signature: it may be a key, a contract of ERC-1271, or a key with code.
    /// @param deadline Seconds since 1970; at most five minutes after the block.
    /// @param signature Over the EIP-712 type `AgentWalletSet` with the owner of now.
    function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature) external {
        address owner = _requireAuthorized(agentId);
        require(newWallet != address(0), "bad wallet");
        require(block.timestamp <= deadline, "expired");
        require(deadline <= block.timestamp + LONGEST_DEADLINE, "deadline too far");
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(WALLET_TYPEHASH, agentId, newWallet, owner, deadline)));
        require(_isSignedBy(newWallet, digest, signature), "invalid wallet sig");
        _setWallet(agentId, newWallet);
    }

    /// @notice Takes the agent's wallet away. For the owner and those the owner approved.
    function unsetAgentWallet(uint256 agentId) external {
        _requireAuthorized(agentId);
        _clearWallet(agentId);
    }

    /// @notice The address that acts for the agent; zero if there is none, also for an agent that does not exist.
    function getAgentWallet(uint256 agentId) external view returns (address) {
        return _wallets[agentId];
    }

    /// @notice Metadata of an agent; empty if there is none, also for an agent that does not exist.
    function getMetadata(uint256 agentId, string calldata metadataKey) external view returns (bytes memory) {
        if (keccak256(bytes(metadataKey)) != WALLET_KEY_HASH) return _metadata[agentId][metadataKey];
        address wallet = _wallets[agentId];
        return wallet == address(0) ? bytes("") : abi.encodePacked(wallet);
    }

    /// @inheritdoc IIdentityRegistry
    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool) {
        return _isAuthorized(ownerOf(agentId), spender, agentId);
    }

    /// @dev Every way a token moves goes through here. A new owner starts without a wallet.
    function _update(address to, uint256 agentId, address auth) internal override returns (address from) {
        if (_ownerOf(agentId) != address(0)) _clearWallet(agentId);
        from = super._update(to, agentId, auth);
    }

    function _mintWithURI(string calldata agentURI) private returns (uint256 agentId) {
        agentId = _mintNext();
        _setTokenURI(agentId, agentURI);
        emit Registered(agentId, agentURI, msg.sender);
        _setWallet(agentId, msg.sender);
    }

    function _mintNext() private returns (uint256 agentId) {
        agentId = _nextId++;
        _mint(msg.sender, agentId);
    }

    /// @dev Comes last: whoever is called back finds the agent complete.
    function _askReceiver(uint256 agentId) private {
        ERC721Utils.checkOnERC721Received(msg.sender, address(0), msg.sender, agentId, "");
    }

    function _setMetadata(uint256 agentId, string calldata key, bytes calldata value) private {
        require(keccak256(bytes(key)) != WALLET_KEY_HASH, "reserved key");
        _metadata[agentId][key] = value;
        emit MetadataSet(agentId, key, key, value);
    }

    function _setWallet(uint256 agentId, address wallet) private {
        _wallets[agentId] = wallet;
        emit MetadataSet(agentId, WALLET_KEY, WALLET_KEY, abi.encodePacked(wallet));
    }

    function _clearWallet(uint256 agentId) private {
        delete _wallets[agentId];
        emit MetadataSet(agentId, WALLET_KEY, WALLET_KEY, "");
    }

    function _requireAuthorized(uint256 agentId) private view returns (address owner) {
        owner = ownerOf(agentId);
        require(_isAuthorized(owner, msg.sender, agentId), "Not authorized");
    }

    /// @dev The key first: an account with delegated code (EIP-7702) can still sign with its key.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address recovered, ECDSA.RecoverError problem,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }
}
