// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {IdentityRegistry} from "../src/IdentityRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {vm} from "./Vm.sol";

/// @dev What a whole transaction costs, against what the deployed registries were measured to take for the same call.
/// forge-config: default.isolate = true
contract GasTest is RegistryTest {
    uint256 private constant KEY = 0xC0FFEE;

    function setUp() public override {
        super.setUp();
        // The registry's first agent costs more than all that follow, and so does an owner's.
        registerAs(CAROL);
    }

    function test_register() public {
        vm.prank(ALICE);
        identity.register();
        atMost(106_883);
    }

    function test_registerWithHttpsUri() public {
        registerAs(ALICE);
        vm.prank(ALICE);
        identity.register(text(63));
        atMost(160_872);
    }

    function test_registerWithIpfsUri() public {
        registerAs(ALICE);
        vm.prank(ALICE);
        identity.register(text(66));
        atMost(183_552);
    }

    function test_registerWithMetadata() public {
        registerAs(ALICE);
        IdentityRegistry.MetadataEntry[] memory metadata = new IdentityRegistry.MetadataEntry[](1);
        metadata[0] = IdentityRegistry.MetadataEntry("agentName", "Atlas");
        vm.prank(ALICE);
        identity.register("https://a.example/agent.json", metadata);
        atMost(145_423);
    }

    function test_registerWithDataUri() public {
        uint24[6] memory figures = [621_000, 1_100_000, 2_100_000, 4_050_000, 7_990_000, 15_850_000];
        registerAs(ALICE);
        for (uint256 i = 0; i < figures.length; i++) {
            string memory uri = dataUri(512 << i);
            vm.prank(ALICE);
            identity.register(uri);
            atMost(figures[i]);
        }
    }

    function test_setAgentURI() public {
        uint256 agentId = registerAs(ALICE);
        string memory uri = dataUri(1024);
        vm.prank(ALICE);
        identity.setAgentURI(agentId, uri);
        atMost(1_040_000);
        bytes(uri)[700] = "!";
        vm.prank(ALICE);
        identity.setAgentURI(agentId, uri);
        atMost(170_000);
    }

    function test_setMetadata() public {
        uint256 agentId = registerAs(ALICE);
        vm.prank(ALICE);
        identity.setMetadata(agentId, "contentHash", abi.encode(keccak256("content")));
        atMost(80_000);
    }

    function test_setAgentWallet() public {
        uint256 agentId = registerAs(ALICE);
        uint256 deadline = block.timestamp + 240;
        bytes memory signature = sign(KEY, walletDigest(agentId, vm.addr(KEY), ALICE, deadline));
        vm.prank(ALICE);
        identity.setAgentWallet(agentId, vm.addr(KEY), deadline, signature);
        atMost(50_000);
    }

    function test_transferFrom() public {
        uint256 agentId = registerAs(ALICE);
        registerAs(ALICE);
        registerAs(BOB);
        vm.prank(ALICE);
        identity.transferFrom(ALICE, BOB, agentId);
        atMost(51_000);
    }

    function test_giveFeedback() public {
        uint256 agentId = registerAs(ALICE);
        give(CAROL, agentId);
        give(BOB, agentId);
        atMost(170_000);
        give(BOB, agentId);
        atMost(132_000);
    }

    function test_validation() public {
        registerAs(ALICE);
        uint256 agentId = registerAs(ALICE);
        bytes32 requestHash = keccak256("request");
        vm.prank(ALICE);
        validation.validationRequest(CAROL, agentId, "https://a.example/requests/1.json", requestHash);
        atMost(209_000);
        vm.prank(CAROL);
        validation.validationResponse(requestHash, 100, "https://c.example/1.json", keccak256("response"), "hard");
        atMost(108_000);
    }

    function give(address client, uint256 agentId) private {
        vm.prank(client);
        reputation.giveFeedback(
            agentId,
            87,
            0,
            "starred",
            "week",
            "https://a.example/a2a",
            "https://b.example/feedback.json",
            keccak256("f")
        );
    }

    /// @dev As long as the data URI of so many bytes of JSON.
    function dataUri(uint256 jsonBytes) private pure returns (string memory) {
        return text(bytes("data:application/json;base64,").length + (jsonBytes + 2) / 3 * 4);
    }

    function atMost(uint256 deployed) private view {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        vm.assertLe(used * 100, deployed * 105, "more than 1.05 times the gas");
        vm.assertLe(deployed * 75, used * 100, "too little for a whole transaction");
    }
}
