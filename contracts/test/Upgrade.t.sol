// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IERC1967} from "@openzeppelin/contracts/interfaces/IERC1967.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";

import {Registry} from "../src/Registry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

contract UpgradeTest is RegistryTest {
    /// @dev Where ERC-1967 keeps the implementation.
    bytes32 private constant IMPLEMENTATION = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);

    // Covers: IdentityRegistry.owner(), ReputationRegistry.owner(), ValidationRegistry.owner()
    // Covers: IdentityRegistry.initialize()
    // Covers: ReputationRegistry.initialize(address), ValidationRegistry.initialize(address)
    // Covers: IdentityRegistry.Initialized(uint64), IdentityRegistry.OwnershipTransferred(address,address)
    // Covers: ReputationRegistry.Initialized(uint64), ReputationRegistry.OwnershipTransferred(address,address)
    // Covers: ValidationRegistry.Initialized(uint64), ValidationRegistry.OwnershipTransferred(address,address)
    // Covers: RegistryProxy.constructor(address,bytes), RegistryProxy.Upgraded(address)
    function test_startsOnce() public {
        bytes[3] memory starts = initialisations();
        address[3] memory implementations = freshImplementations();
        for (uint256 i = 0; i < 3; i++) {
            address proxy = nextAddress(implementations[i], starts[i]);
            vm.expectEmit(proxy);
            emit IERC1967.Upgraded(implementations[i]);
            vm.expectEmit(proxy);
            emit OwnableUpgradeable.OwnershipTransferred(address(0), address(this));
            vm.expectEmit(proxy);
            emit Initializable.Initialized(1);
            vm.assertEq(this.deployProxy(implementations[i], starts[i]), proxy);
            vm.assertEq(OwnableUpgradeable(proxy).owner(), address(this));
            expectCallFails(proxy, starts[i], abi.encodeWithSignature("InvalidInitialization()"));
        }
    }

    function test_startsNoImplementation() public {
        bytes[3] memory starts = initialisations();
        address[3] memory implementations = freshImplementations();
        for (uint256 i = 0; i < 3; i++) {
            expectCallFails(implementations[i], starts[i], abi.encodeWithSignature("InvalidInitialization()"));
        }
    }

    function test_linksNoRegistryToNothing() public {
        address implementation = implementationOf("ReputationRegistry");
        expectMessage("bad identity");
        this.deployProxy(implementation, abi.encodeWithSignature("initialize(address)", address(0)));
    }

    // Covers: IdentityRegistry.upgradeToAndCall(address,bytes), IdentityRegistry.Upgraded(address)
    // Covers: ReputationRegistry.upgradeToAndCall(address,bytes), ReputationRegistry.Upgraded(address)
    // Covers: ValidationRegistry.upgradeToAndCall(address,bytes), ValidationRegistry.Upgraded(address)
    function test_upgradesByItsOwnerOnly() public {
        address[3] memory implementations = freshImplementations();
        for (uint256 i = 0; i < 3; i++) {
            Registry registry = registries()[i];
            vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", ALICE));
            vm.prank(ALICE);
            registry.upgradeToAndCall(implementations[i], "");
            vm.expectEmit(address(registry));
            emit IERC1967.Upgraded(implementations[i]);
            registry.upgradeToAndCall(implementations[i], "");
            vm.assertEq(vm.load(address(registry), IMPLEMENTATION), bytes32(uint256(uint160(implementations[i]))));
        }
    }

    function test_keepsItsAgentsThroughAnUpgrade() public {
        vm.prank(ALICE);
        identity.register("ipfs://cid");
        vm.prank(BOB);
        reputation.giveFeedback(0, 87, 0, "starred", "", "", "", 0);
        identity.upgradeToAndCall(implementationOf("IdentityRegistry"), "");
        reputation.upgradeToAndCall(implementationOf("ReputationRegistry"), "");
        vm.assertEq(identity.tokenURI(0), "ipfs://cid");
        vm.assertEq(identity.getAgentWallet(0), ALICE);
        vm.assertEq(registerAs(ALICE), 1);
        vm.assertEq(reputation.getLastIndex(0, BOB), 1);
        vm.assertEq(reputation.getIdentityRegistry(), address(identity));
    }

    // Covers: IdentityRegistry.transferOwnership(address), IdentityRegistry.renounceOwnership()
    // Covers: ReputationRegistry.transferOwnership(address), ReputationRegistry.renounceOwnership()
    // Covers: ValidationRegistry.transferOwnership(address), ValidationRegistry.renounceOwnership()
    function test_changesItsOwner() public {
        for (uint256 i = 0; i < 3; i++) {
            Registry registry = registries()[i];
            registry.transferOwnership(ALICE);
            vm.assertEq(registry.owner(), ALICE);
            vm.prank(ALICE);
            registry.renounceOwnership();
            vm.assertEq(registry.owner(), address(0));
        }
    }

    // Covers: IdentityRegistry.proxiableUUID(), IdentityRegistry.UPGRADE_INTERFACE_VERSION()
    // Covers: ReputationRegistry.proxiableUUID(), ReputationRegistry.UPGRADE_INTERFACE_VERSION()
    // Covers: ValidationRegistry.proxiableUUID(), ValidationRegistry.UPGRADE_INTERFACE_VERSION()
    function test_tellsHowItUpgrades() public {
        address[3] memory implementations = freshImplementations();
        for (uint256 i = 0; i < 3; i++) {
            vm.assertEq(Registry(implementations[i]).proxiableUUID(), IMPLEMENTATION);
            vm.assertEq(registries()[i].UPGRADE_INTERFACE_VERSION(), "5.0.0");
            expectCallFails(
                address(registries()[i]),
                abi.encodeWithSignature("proxiableUUID()"),
                abi.encodeWithSignature("UUPSUnauthorizedCallContext()")
            );
        }
    }

    function test_keepsItsStorageInItsNamespace() public {
        registerAs(ALICE);
        bytes32 slot =
            keccak256(abi.encode(uint256(keccak256("datacortex.IdentityRegistry")) - 1)) & ~bytes32(uint256(0xff));
        vm.assertEq(vm.load(address(identity), slot), bytes32(uint256(1)));
        vm.assertEq(vm.load(address(identity), 0), bytes32(0));
    }

    function registries() private view returns (Registry[3] memory) {
        return [Registry(identity), Registry(reputation), Registry(validation)];
    }

    function freshImplementations() private returns (address[3] memory) {
        return [
            implementationOf("IdentityRegistry"),
            implementationOf("ReputationRegistry"),
            implementationOf("ValidationRegistry")
        ];
    }

    function initialisations() private view returns (bytes[3] memory starts) {
        starts[0] = abi.encodeWithSignature("initialize()");
        starts[1] = abi.encodeWithSignature("initialize(address)", identity);
        starts[2] = starts[1];
    }

    /// @dev Makes a proxy in a call that is undone, to learn the address of the next one.
    function nextAddress(address implementation, bytes memory start) private returns (address) {
        try this.tellAddress(implementation, start) {
            revert("unreachable");
        } catch (bytes memory told) {
            return abi.decode(told, (address));
        }
    }

    /// @dev Forge expects events and failures of calls.
    function deployProxy(address implementation, bytes memory start) external returns (address) {
        return proxyOf(implementation, start);
    }

    function tellAddress(address implementation, bytes memory start) external {
        bytes memory told = abi.encode(proxyOf(implementation, start));
        assembly ("memory-safe") {
            revert(add(told, 32), mload(told))
        }
    }

    function expectCallFails(address target, bytes memory data, bytes memory reason) private {
        (bool done, bytes memory answer) = target.call(data);
        vm.assertEq(done, false);
        vm.assertEq(answer, reason);
    }
}
