// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What a simulation puts in the place of a safe's code, never deployed: it
/// has the safe's own code, placed at ORIGINAL, make a call, and reads from
/// within what the safe's storage is then. A singleton that the call has
/// replaced cannot lie about it.
///
/// Calldata: TAG, the size of the call (0: none), the call, then questions of
/// three words each: kind, subject, detail. The answer: whether the call
/// succeeded, the size of what it returned, that padded to whole words, then
/// the answers one after the other:
///   0 the storage slot `subject`: one word
///   1 the linked list in the mapping at slot `subject`, at most `detail`
///     entries: how many, then the entries; a whole list ends with address 1
///   2 the balance of `subject`: one word
///   3 `balanceOf(detail)` of `subject`: whether it answered, then the answer
///
/// Anything that does not begin with TAG reaches the safe as ever.
contract SafeProbe {
    // keccak256("covault.simulation.probe")
    bytes32 private constant TAG =
        0xff6c5076eec61712050bdd9c97be5d0305fedaf33477278492f71959f85d9db3;
    // The end of keccak256("covault.simulation.original")
    address private constant ORIGINAL =
        0x75a1E50B699fB6BeBf2a2d15012C580BB9C98534;

    fallback() external payable {
        assembly ("memory-safe") {
            if iszero(eq(calldataload(0), TAG)) {
                calldatacopy(0, 0, calldatasize())
                let done := delegatecall(gas(), ORIGINAL, 0, calldatasize(), 0, 0)
                returndatacopy(0, 0, returndatasize())
                if iszero(done) { revert(0, returndatasize()) }
                return(0, returndatasize())
            }
            let size := calldataload(32)
            let done := 1
            if size {
                calldatacopy(0, 64, size)
                done := delegatecall(gas(), ORIGINAL, 0, size, 0, 0)
            }
            let position := 64
            mstore(0, done)
            mstore(32, returndatasize())
            returndatacopy(position, 0, returndatasize())
            position := add(position, and(add(returndatasize(), 31), not(31)))

            for { let question := add(64, size) } lt(question, calldatasize()) {
                question := add(question, 96)
            } {
                let subject := calldataload(add(question, 32))
                let detail := calldataload(add(question, 64))
                switch calldataload(question)
                case 0 {
                    mstore(position, sload(subject))
                    position := add(position, 32)
                }
                case 1 {
                    let start := position
                    let entry := 1
                    for { } detail { detail := sub(detail, 1) } {
                        position := add(position, 32)
                        mstore(position, entry)
                        mstore(add(position, 32), subject)
                        entry := sload(keccak256(position, 64))
                        entry := and(entry, 0xffffffffffffffffffffffffffffffffffffffff)
                        mstore(position, entry)
                        if lt(entry, 2) { break }
                    }
                    mstore(start, div(sub(position, start), 32))
                    position := add(position, 32)
                }
                case 2 {
                    mstore(position, balance(subject))
                    position := add(position, 32)
                }
                default {
                    mstore(position, shl(224, 0x70a08231))
                    mstore(add(position, 4), detail)
                    let isAnswered := staticcall(500000, subject, position, 36, add(position, 32), 32)
                    mstore(position, and(isAnswered, gt(returndatasize(), 31)))
                    position := add(position, 64)
                }
            }
            return(0, position)
        }
    }
}
