// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IIdentityRegistry} from "./IIdentityRegistry.sol";
import {Registry} from "./Registry.sol";

/// @title A registry about the agents of an identity registry
abstract contract IdentityLinked is Registry {
    IIdentityRegistry internal _identityRegistry;

    /// @notice Makes the caller the owner, once.
    /// @param identityRegistry_ The registry whose agents this one is about; it never changes.
    function initialize(address identityRegistry_) external initializer {
        require(identityRegistry_ != address(0), "bad identity");
        __Ownable_init(msg.sender);
        _identityRegistry = IIdentityRegistry(identityRegistry_);
    }

    /// @notice The registry whose agents this one is about.
    function getIdentityRegistry() external view returns (address) {
        return address(_identityRegistry);
    }
}
