// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @dev Feedback as it is kept.
struct Feedback {
    int128 value;
    uint8 valueDecimals;
    bool isRevoked;
    string tag1;
    string tag2;
}

/// @dev Feedback as it is read: one list for each of its parts, all of one length.
struct Columns {
    address[] clients;
    uint64[] feedbackIndexes;
    int128[] values;
    uint8[] valueDecimals;
    string[] tag1s;
    string[] tag2s;
    bool[] revokedStatuses;
}

/// @title Lists that are as long as they have to be
/// @notice They are made for the most there can be, filled, and cut.
library FeedbackColumns {
    function ofLength(uint256 length) internal pure returns (Columns memory) {
        return Columns(
            new address[](length),
            new uint64[](length),
            new int128[](length),
            new uint8[](length),
            new string[](length),
            new string[](length),
            new bool[](length)
        );
    }

    function set(Columns memory columns, uint256 row, address client, uint64 index, Feedback storage feedback)
        internal
        view
    {
        columns.clients[row] = client;
        columns.feedbackIndexes[row] = index;
        columns.values[row] = feedback.value;
        columns.valueDecimals[row] = feedback.valueDecimals;
        columns.tag1s[row] = feedback.tag1;
        columns.tag2s[row] = feedback.tag2;
        columns.revokedStatuses[row] = feedback.isRevoked;
    }

    /// @dev Writes the shorter length in front of each list; `length` is not more than there is.
    function cut(Columns memory columns, uint256 length) internal pure {
        assembly ("memory-safe") {
            for { let column := 0 } lt(column, 7) { column := add(column, 1) } {
                mstore(mload(add(columns, mul(column, 32))), length)
            }
        }
    }
}
