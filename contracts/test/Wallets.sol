// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";

import {IdentityRegistry} from "../src/IdentityRegistry.sol";

/// @dev A contract that agrees to one digest.
contract AgreeingWallet is IERC1271 {
    bytes32 private immutable _digest;

    constructor(bytes32 digest) {
        _digest = digest;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return digest == _digest && keccak256(signature) == keccak256("agreed") ? bytes4(0x1626ba7e) : bytes4(0);
    }
}

/// @dev A contract that fails when it is asked.
contract FailingWallet is IERC1271 {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert("no");
    }
}

/// @dev A contract that wants no tokens.
contract Refuser {
    function registerAt(IdentityRegistry identity) external {
        identity.register("ipfs://cid");
    }
}

/// @dev A contract that looks at its new agent when it is told of it, and does something with it at once.
contract Receiver is IERC721Receiver {
    IdentityRegistry private immutable _identity;
    address private immutable _passTo;
    uint256 private _further;
    uint256 private _form;
    string public uriWhenTold;
    address public walletWhenTold;
    bytes public nameWhenTold;

    constructor(IdentityRegistry identity, address passTo, uint256 further) {
        _identity = identity;
        _passTo = passTo;
        _further = further;
    }

    /// @param form Arguments of the registry's function: none, one or two.
    function register(uint256 form) external returns (uint256) {
        _form = form;
        if (form == 0) return _identity.register();
        if (form == 1) return _identity.register("ipfs://cid");
        IdentityRegistry.MetadataEntry[] memory metadata = new IdentityRegistry.MetadataEntry[](1);
        metadata[0] = IdentityRegistry.MetadataEntry("agentName", "Atlas");
        return _identity.register("ipfs://cid", metadata);
    }

    function onERC721Received(address, address, uint256 agentId, bytes calldata) external returns (bytes4) {
        uriWhenTold = _identity.tokenURI(agentId);
        walletWhenTold = _identity.getAgentWallet(agentId);
        nameWhenTold = _identity.getMetadata(agentId, "agentName");
        if (_further > 0) {
            _further--;
            this.register(_form);
        }
        if (_passTo != address(0)) _identity.transferFrom(address(this), _passTo, agentId);
        return IERC721Receiver.onERC721Received.selector;
    }
}
