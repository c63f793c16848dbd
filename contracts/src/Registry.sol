// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";

/// @title What the three registries have in common
/// @notice Runs behind an ERC-1967 proxy; the owner of a registry can upgrade it and nothing else.
abstract contract Registry is OwnableUpgradeable, UUPSUpgradeable {
    /// @dev Only proxies are initialised.
    constructor() {
        _disableInitializers();
    }

    /// @notice Version of the interface, as the deployed registries tell it.
    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    function _authorizeUpgrade(address newImplementation) internal override onlyOwner {}
}
