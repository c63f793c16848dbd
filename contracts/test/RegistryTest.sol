// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IdentityRegistry} from "../src/IdentityRegistry.sol";
import {ReputationRegistry} from "../src/ReputationRegistry.sol";
import {ValidationRegistry} from "../src/ValidationRegistry.sol";
import {vm} from "./Vm.sol";

/// @dev Each test starts with three empty registries behind proxies, owned by the test.
abstract contract RegistryTest {
    address internal constant ALICE = address(0xA11CE);
    address internal constant BOB = address(0xB0B);
    address internal constant CAROL = address(0xCA401);

    IdentityRegistry internal identity;
    ReputationRegistry internal reputation;
    ValidationRegistry internal validation;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        identity =
            IdentityRegistry(proxyOf(implementationOf("IdentityRegistry"), abi.encodeWithSignature("initialize()")));
        bytes memory linked = abi.encodeWithSignature("initialize(address)", identity);
        reputation = ReputationRegistry(proxyOf(implementationOf("ReputationRegistry"), linked));
        validation = ValidationRegistry(proxyOf(implementationOf("ValidationRegistry"), linked));
    }

    function implementationOf(string memory name) internal returns (address) {
        return vm.deployCode(artifact(name));
    }

    /// @dev What was built before, if the environment says where; otherwise what was built with the tests. With `new`
    /// the compiler would work through each registry again in every test.
    function artifact(string memory name) private view returns (string memory) {
        string memory built = vm.envOr("CONTRACTS_BUILT", string(""));
        if (bytes(built).length == 0) return string.concat(name, ".sol:", name);
        return string.concat(built, "/", name, ".sol/", name, ".json");
    }

    function proxyOf(address implementation, bytes memory initialisation) internal returns (address) {
        return vm.deployCode(artifact("RegistryProxy"), abi.encode(implementation, initialisation));
    }

    function registerAs(address owner) internal returns (uint256) {
        vm.prank(owner);
        return identity.register();
    }

    function expectMessage(string memory message) internal {
        vm.expectRevert(abi.encodeWithSignature("Error(string)", message));
    }

    function expectNoAgent(uint256 agentId) internal {
        vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", agentId));
    }

    function only(address one) internal pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = one;
    }

    function nobody() internal pure returns (address[] memory) {
        return new address[](0);
    }

    function between(uint256 value, uint256 least, uint256 most) internal pure returns (uint256) {
        return least + value % (most - least + 1);
    }

    /// @dev Of `length` letters.
    function text(uint256 length) internal pure returns (string memory) {
        bytes memory letters = new bytes(length);
        for (uint256 i = 0; i < length; i++) {
            letters[i] = bytes1(uint8(97 + i % 26));
        }
        return string(letters);
    }

    /// @dev Put together by hand, as a wallet would do it from the standard's text.
    function walletDigest(uint256 agentId, address wallet, address owner, uint256 deadline)
        internal
        view
        returns (bytes32)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("ERC8004IdentityRegistry"),
                keccak256("1"),
                block.chainid,
                identity
            )
        );
        bytes32 typeHash = 0x678b53cd718d595370ab070ebf48edfdcd834beac116bf23e625fc7f4d5b7d32;
        return keccak256(
            abi.encodePacked(hex"1901", domain, keccak256(abi.encode(typeHash, agentId, wallet, owner, deadline)))
        );
    }

    function sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }
}
